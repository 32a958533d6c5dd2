import { publisherFor } from '../../platforms/index';
import type { Platform } from '../../platforms/Platform';
import type { Call } from '../../platforms/Call';
import type { DirectUpload } from '../../platforms/Upload';
import type { PlatformObjects } from '../../platforms/Publisher';
import { piecesOf, videoBytes } from '../support/media/media';
import { unlimited } from '../support/platforms/quota';
import { resumable } from '../support/media/resumable';
import { dataOfFacebook, dataOfYouTube, tokensOfFacebook, tokensOfYouTube } from './answerRule';
import type { Host } from './answerRule';

/** A call whose request is refused. */
export interface Asking {
  readonly name: string;
  readonly host: Host;
  readonly run: (by: Platform, url: string) => Promise<unknown>;
  /** True: it changes something, so that all but a definite no leaves its outcome open. */
  readonly changes: boolean;
  /** The answer to the read before it; absent: it reads nothing before. */
  readonly reads?: object;
}

const call: Call = {
  accessToken: 'an-access-token',
  channelId: '1',
  spend: unlimited,
  signal: new AbortController().signal,
  notAfterMs: Infinity,
};
const code = { code: 'a-code', codeVerifier: 'a-verifier', redirectUri: 'http://localhost:1/', features: [] };
const payload = { title: 'A title', privacy: 'public', tags: [], madeForKids: false };
const media = { contentType: 'video/mp4', sizeBytes: 10 };
const part = (contentType: string) => ({ contentType, sizeBytes: 10, offset: 0, body: piecesOf(videoBytes(10)) });
const video: PlatformObjects = { items: [{ session: null, objectId: 'v1' }], draftId: null };
const post: PlatformObjects = { items: [], draftId: '1_2' };
const isPrivate = { items: [{ id: 'v1', status: { privacyStatus: 'private' } }] };

const uploadOf = (by: Platform) => resumable(publisherFor(by, 'video'));
const renewal: Asking['run'] = async (by) => by.refreshTokens('a-refresh-token', call);
const exchange: Asking['run'] = async (by) => by.oauth.exchange(code, call.signal);
const opening: Asking['run'] = async (by) => uploadOf(by).open(call, payload, media);
const channel: Asking['run'] = async (by) => by.channel(call);

export const ofYouTube: readonly Asking[] = [
  { name: 'a renewal', host: tokensOfYouTube('TOKEN_EXPIRED'), run: renewal, changes: false },
  { name: 'the exchange of a code', host: tokensOfYouTube('PLATFORM_REJECTED'), run: exchange, changes: false },
  { name: 'a channel', host: dataOfYouTube, run: channel, changes: false },
  { name: 'numbers', host: dataOfYouTube, run: async (by) => by.stats.post(call, 'v1'), changes: false },
  { name: 'the start of an upload', host: dataOfYouTube, run: opening, changes: true },
  {
    name: 'an upload',
    host: dataOfYouTube,
    run: async (by, url) => uploadOf(by).send(call, `${url}/upload?upload_id=u`, part('video/mp4')),
    changes: true,
  },
  {
    name: 'a publication',
    host: dataOfYouTube,
    run: async (by) => publisherFor(by, 'video').publish(call, video, payload),
    changes: true,
    reads: isPrivate,
  },
];

export const ofFacebook: readonly Asking[] = [
  { name: 'a renewal', host: tokensOfFacebook('TOKEN_EXPIRED'), run: renewal, changes: false },
  { name: 'the exchange of a code', host: tokensOfFacebook('PLATFORM_REJECTED'), run: exchange, changes: false },
  { name: 'a page', host: dataOfFacebook, run: channel, changes: false },
  { name: 'numbers', host: dataOfFacebook, run: async (by) => by.stats.post(call, '1_2'), changes: false },
  { name: 'the start of an upload', host: dataOfFacebook, run: opening, changes: true },
  {
    name: 'a photo',
    host: dataOfFacebook,
    run: async (by) => (publisherFor(by, 'image').upload as DirectUpload).put(call, part('image/png')),
    changes: true,
  },
  {
    name: 'a draft',
    host: dataOfFacebook,
    run: async (by) => publisherFor(by, 'text').stage(call, { items: [], draftId: null }, { message: 'A text' }),
    changes: true,
  },
  {
    name: 'a publication',
    host: dataOfFacebook,
    run: async (by) => publisherFor(by, 'text').publish(call, post, {}),
    changes: true,
    reads: { is_published: false },
  },
];
