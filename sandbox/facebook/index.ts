import { openTurns } from '../http/turns';
import type {
  ChannelGrant,
  ChannelRequest,
  PlatformApp,
  PlatformHosts,
  PlatformModule,
  PlatformPlace,
} from '../platform';
import type { FacebookContext } from './context';
import { documentedErrors } from './errors';
import { newProfileId } from './ids';
import { findPost, isLive, postsOf, storiesOf } from './objects';
import { makePastPost } from './pastPost';
import { recommendedPermissions } from './accounts/permissions';
import { facebookRouter } from './router';
import { facebookSettings } from './settings';
import { describeState } from './state';
import { changeStatistics } from './statistics';
import { openStore } from './store';
import { issueUserToken, liveConsentOf, pageTokenFor, recordConsent } from './accounts/tokens';
import { allTasks, newPage, openPage, ownerIdOf } from './accounts/users';
import { markWholeUploads } from './video/recovery';
import { viewMedia, viewPicture, viewPost } from './view';

/** Facebook as the table of platforms lists it. */
export const facebook: PlatformModule = {
  app: { clientId: '600000000000001', clientSecret: 'sandbox-facebook-secret', redirectUris: [] },
  open: openFacebook,
};

/** A Facebook of one's own. */
function openFacebook(app: PlatformApp, { folder, settings, clock }: PlatformPlace): PlatformHosts {
  const store = openStore(folder);
  const context: FacebookContext = {
    app,
    store,
    settings: settings.add(facebookSettings),
    clock,
    turns: openTurns(),
  };
  return {
    // With the version of the Graph or without; nodes have digits for an id.
    paths: /^\/(v\d+\.\d+|dialog|settings|oauth|debug_token|video-upload|me|\d+(_\d+)?)(\/|$)/,
    recover: async () => markWholeUploads(context),
    router: facebookRouter(context),
    errors: documentedErrors,
    postPages: { '/posts/:id': (req) => String(req.params['id']) },
    createChannel: (request) => createPage(context, request),
    channels: () => store.pages.values().map(({ id, name }) => ({ id, name })),
    posts: (pageId) =>
      [...postsOf(context, pageId), ...storiesOf(context, pageId)].map((post) => viewPost(context, post)),
    post(id) {
      const post = findPost(context, id);
      return post && viewPost(context, post);
    },
    media: (id) => viewMedia(context, id),
    picture: (id) => viewPicture(context, id),
    makePast: async (pageId, post, film) => makePastPost(context, pageId, post, film),
    countView(id) {
      const post = findPost(context, id);
      if (post && isLive(context, post)) store.posts.put(id, { ...post, viewCount: post.viewCount + 1 });
    },
    changeStatistics: (change) => changeStatistics(context, change),
    state: () => describeState(context),
    reset: () => store.clear(),
  };
}

/** A page, whose owner has consented: its token, and the user's long-lived one, which renews it. */
function createPage(
  context: FacebookContext,
  { name, scopes, channelId, tasks, picture }: ChannelRequest,
): ChannelGrant | undefined {
  const { store, clock } = context;
  const id = channelId ?? newProfileId();
  if (channelId === undefined) {
    const page = newPage({ id, name, ownerId: ownerIdOf(id), tasks: tasks ?? allTasks, createdAtMs: clock() });
    store.pages.put(id, { ...page, picture: picture ?? null });
  }
  const page = openPage(context, id);
  if (!page) return undefined;
  if (tasks) store.pages.put(id, { ...page, tasks: [...tasks] });
  const earlier = liveConsentOf(context, page.ownerId)?.pageIds ?? [];
  const consent = recordConsent(context, {
    userId: page.ownerId,
    granted: [...(scopes ?? recommendedPermissions)],
    declined: [],
    pageIds: [...new Set([...earlier, id])],
  });
  const userToken = issueUserToken(context, consent, 'long');
  return { channelId: id, accessToken: pageTokenFor(context, userToken, id).token, refreshToken: userToken.token };
}
