import { randomBytes } from 'node:crypto';
import { queryOf } from '../http/query';
import { drawnPicture, pictureNamedIn } from '../media/drawnPictures';
import type {
  ChannelGrant,
  ChannelRequest,
  MediaView,
  PlatformApp,
  PlatformHosts,
  PlatformModule,
  PlatformPlace,
  PostView,
} from '../platform';
import { openChannel } from './accounts/accounts';
import type { YoutubeContext } from './context';
import { documentedErrors } from './errors';
import { createGrant, issueAccessToken, recommendedScopes, scopeUrl } from './accounts/grants';
import { makePastVideo } from './pastVideo';
import type { Video } from './records';
import { youtubeRouter } from './router';
import { youtubeSettings } from './settings';
import { describeState } from './state';
import { changeStatistics } from './statistics';
import { openStore, videosOf } from './store';
import type { YoutubeStore } from './store';
import { privacyAt, statusAt } from './videoStatus';

/** YouTube as the table of platforms lists it. */
export const youtube: PlatformModule = {
  app: { clientId: 'sandbox-youtube-client', clientSecret: 'sandbox-youtube-secret', redirectUris: [] },
  open: openYoutube,
};

/** A YouTube of one's own. */
function openYoutube(app: PlatformApp, { folder, settings, clock }: PlatformPlace): PlatformHosts {
  const store = openStore(folder);
  const context: YoutubeContext = { app, store, settings: settings.add(youtubeSettings), clock };
  return {
    paths: /^\/(youtube|upload|resumable|o|oauth2|token|tokeninfo|revoke)(\/|$)/,
    router: youtubeRouter(context),
    errors: documentedErrors,
    postPages: {
      '/watch': (req) => queryOf(req).get('v') ?? '',
      '/shorts/:id': (req) => String(req.params['id']),
    },
    createChannel: (request) => createChannel(context, request),
    channels: () => store.channels.values().map(({ id, name }) => ({ id, name })),
    posts: (channelId) => videosOf(store, channelId).map((video) => viewVideo(context, video)),
    post(id) {
      const video = store.videos.get(id);
      return video && viewVideo(context, video);
    },
    media(id) {
      const video = store.videos.get(id);
      return video && mediaOf(store, video);
    },
    picture(id) {
      const { thumbnail = null, comment = '' } = store.videos.get(id) ?? {};
      if (thumbnail) return { id, file: store.thumbnailFile(id), type: thumbnail.contentType };
      return drawnPicture(store.channels.get(id)?.picture ?? pictureNamedIn(comment));
    },
    makePast: async (channelId, post, film) => makePastVideo(context, channelId, post, film),
    countView(id) {
      const video = store.videos.get(id);
      if (!video || statusAt(video, clock()).uploadStatus !== 'processed') return;
      store.videos.put(id, { ...video, viewCount: video.viewCount + 1 });
    },
    changeStatistics: (change) => changeStatistics(context, change),
    state: () => describeState(context),
    reset: () => store.clear(),
  };
}

function createChannel(
  context: YoutubeContext,
  { name, scopes, channelId, picture }: ChannelRequest,
): ChannelGrant | undefined {
  const { store, clock } = context;
  const id = channelId ?? `UC${randomBytes(16).toString('base64url')}`;
  if (channelId === undefined)
    store.channels.put(id, { id, name, createdAtMs: clock(), counts: {}, picture: picture ?? null });
  if (!openChannel(context, id)) return undefined;
  const grant = createGrant(context, { channelId: id, scopes: scopes?.map(scopeUrl) ?? recommendedScopes });
  return { channelId: id, accessToken: issueAccessToken(context, grant).token, refreshToken: grant.refreshToken };
}

function viewVideo({ store, clock }: YoutubeContext, video: Video): PostView {
  const now = clock();
  const { uploadStatus, processingStatus, ...reasons } = statusAt(video, now);
  return {
    id: video.id,
    path: `/watch?v=${video.id}`,
    channelId: video.channelId,
    title: video.snippet.title,
    description: video.snippet.description,
    tags: video.snippet.tags ?? [],
    privacy: privacyAt(video, now).privacyStatus,
    uploadStatus,
    processingStatus,
    problem: reasons.failureReason ?? reasons.rejectionReason ?? reasons.processingFailureReason,
    createdAtMs: video.uploadedAtMs,
    viewCount: video.viewCount,
    media: [mediaOf(store, video)],
  };
}

function mediaOf(store: YoutubeStore, { id, contentType }: Video): MediaView {
  return { id, file: store.mediaFile(id), type: contentType };
}
