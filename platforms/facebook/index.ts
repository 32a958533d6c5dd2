import { Agent } from 'undici';
import type { ContentTypeCapabilities } from '../../domain/platform';
import { usualPatience } from '../http/patience';
import type { Platform, PlatformModule } from '../Platform';
import type { Publisher } from '../Publisher';
import { facebookContentTypes } from './capabilities';
import type { FacebookClient } from './http';
import { consentUrl, exchangeCode, loginUrl, offerPages, readAccount, refreshTokens } from './oauth';
import { fetchPage } from './pages';
import { createPostCreation } from './direct/postCreation';
import { createVideoCreation } from './direct/videoCreation';
import { facebookPermissions } from './login/permissions';
import { readSignedRequest } from './requests/signedRequest';
import { createPictures } from './pictures/postPictures';
import { createPostPublisher } from './postPublisher';
import { createReelPublisher } from './reelPublisher';
import { facebookSettings } from './settings';
import type { FacebookSettings } from './settings';
import { fetchPageStats, fetchPostFigures, fetchPostStats } from './stats';
import { createStoryPublisher } from './storyPublisher';
import { revokeGrant } from './tokens';
import { createVideoPublisher } from './videoPublisher';

const hourMs = 3_600_000;
const facts = {
  name: 'Facebook',
  processingLimitMs: 2 * hourMs,
  permissions: facebookPermissions,
  // Meta asks for no notice where people publish.
  terms: { notice: null, links: [] },
};

type FacebookType = (typeof facebookContentTypes)[number]['slug'];

type Factory = (client: FacebookClient, type: ContentTypeCapabilities) => Publisher;

const post: Factory = (client, type) => ({
  ...createPostPublisher(client, type),
  creation: createPostCreation(client, type),
});
const video: Factory = (client, type) => ({
  ...createVideoPublisher(client, type),
  creation: createVideoCreation(client),
});

/** Reels and stories have no draft: the documented call that finishes them publishes them. */
const publisherOf: Record<FacebookType, Factory> = {
  video,
  image: post,
  link: post,
  text: post,
  reel: createReelPublisher,
  story: createStoryPublisher,
  carousel: post,
};

/** Facebook pages behind the Graph API, as `Platform` promises. */
export function createFacebook(settings: FacebookSettings, patience = usualPatience()): Platform {
  const dispatcher = new Agent({ connect: { timeout: 10_000 } });
  const client = { name: facts.name, settings, patience, dispatcher };
  return {
    slug: 'facebook',
    ...facts,
    publishers: new Map(facebookContentTypes.map((type) => [type.slug, publisherOf[type.slug](client, type)])),
    // A change is seen by the next read; a request that was under way when we gave up may still take effect.
    settleMs: 5_000,
    publishing: settings.publishing,
    oauth: {
      consentUrl: (request) => consentUrl(client, request),
      exchange: (code, signal) => exchangeCode(client, code, signal),
      channels: (tokens, { signal }) => offerPages(client, tokens, signal),
      revoke: (token, signal) => revokeGrant(client, token, signal),
    },
    stats: {
      channel: (call) => fetchPageStats(client, call),
      post: (call, platformPostId) => fetchPostStats(client, call, platformPostId),
      posts: { atOnceMax: 1, read: (call, ids) => fetchPostFigures(client, call, ids) },
    },
    pictures: createPictures(client),
    accountLogin: {
      url: (request) => loginUrl(client, request),
      account: (code, signal) => readAccount(client, code, signal),
    },
    accountRequests: { read: (signedRequest) => readSignedRequest(settings, signedRequest) },
    refreshTokens: (refreshToken, call) => refreshTokens(client, refreshToken, call),
    channel: (call) => fetchPage(client, call),
  };
}

/** Facebook as the registry lists it. */
export const facebook: PlatformModule<FacebookSettings> = {
  settings: facebookSettings,
  ...facts,
  contentTypes: facebookContentTypes,
  create: (settings) => createFacebook(settings),
};
