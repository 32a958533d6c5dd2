import type { ContentType } from '../../domain/assignment';
import type { Payload } from '../../domain/payload/payload';
import { publisherFor } from '../../platforms/index';
import type { Platform } from '../../platforms/Platform';
import type { Call } from '../../platforms/Call';
import type { DirectUpload, MediaPart, ResumableUpload, UploadByMedia } from '../../platforms/Upload';
import type { Publisher, CreationTraces } from '../../platforms/Publisher';
import { pictureOf, piecesOf } from '../support/media/media';
import { makePng } from '../support/media/mediaFiles';
import { madeOf } from './subject';
import type { Subject } from './subject';
import { unlimited } from '../support/platforms/quota';

/** Everything that the members are called with. */
export interface Given {
  media: Subject['media'];
  bytes: Buffer;
  secrets: Record<'accessToken' | 'refreshToken' | 'code' | 'codeVerifier' | 'session', string>;
  channelId: string;
  signal: AbortSignal;
  type: ContentType;
  payload: Payload;
}

/** A credential that a member shows to the platform, and that the platform may therefore refuse. */
export type Credential = 'accessToken' | 'refreshToken' | 'code' | 'revokedToken';

interface MemberCall {
  shows: Credential;
  run: (by: Platform, given: Given) => Promise<unknown>;
  /** Tells whether the call of this kind of post makes a request; absent: each does. */
  isOf?: (publisher: Publisher) => boolean;
}

type Method = (...args: never[]) => unknown;
type Fact = string | number | boolean | readonly unknown[];
/**
 * The paths of all methods of `T`: of its parts (`oauth.exchange`), of the values of a map (`publishers.stage`), and of
 * each member of a union (`publishers.upload.put`).
 */
type Methods<T> = T extends Fact
  ? never
  : T extends ReadonlyMap<unknown, infer Value>
    ? Methods<Value>
    : { [Key in keyof T & string]-?: PathsAt<Key, NonNullable<T[Key]>> }[keyof T & string];
type PathsAt<Key extends string, Value> = Value extends Method ? Key : `${Key}.${Methods<Value>}`;

const byAccessToken = (run: (by: Platform, call: Call, given: Given) => Promise<unknown> | undefined): MemberCall => ({
  shows: 'accessToken',
  run: async (by, given) => {
    const { channelId, signal, secrets } = given;
    return run(
      by,
      { accessToken: secrets.accessToken, channelId, signal, spend: unlimited, notAfterMs: Infinity },
      given,
    );
  },
});
const byPublisher = (run: (by: Publisher, call: Call, given: Given) => Promise<unknown> | undefined): MemberCall =>
  byAccessToken(async (by, call, given) => run(publisherFor(by, given.type), call, given));
const bySessions = (run: (by: ResumableUpload, call: Call, given: Given) => Promise<unknown>): MemberCall =>
  byPublisher(async ({ upload }, call, given) => run(upload as ResumableUpload, call, given));

const aPng = makePng(16, 9);

/** Objects that no platform has. */
const drafted = (by: Publisher, { payload }: Given) => ({
  ...madeOf(by, payload, { session: null, objectId: 'some-object' }),
  draftId: 'some-draft',
});
const partOf = ({ media, bytes }: Given): MediaPart => ({ ...media, offset: 0, body: piecesOf(bytes) });

/** An id of no post, in the form that posts of the kind have. */
const idOf = ({ lostDrafts, creation, upload }: Publisher): string =>
  creation && (lostDrafts || upload?.kind === 'direct') ? '104500000000001_1' : '12345678901';

/** The traces of a call of this kind, made a minute ago. */
const tracesOf = ({ capabilities }: Publisher): CreationTraces => {
  if (Object.keys(capabilities.media).length > 0) return { by: 'media' };
  const [from, until] = [Date.now() - 60_000, Date.now() + 60_000].map((ms) => new Date(ms).toISOString());
  return { by: 'content', from: from!, until: until!, equalPosts: [] };
};

/** Each method of a platform as calls that stand alone; none without a request. A missing method does not compile. */
const members: Record<Methods<Platform>, readonly MemberCall[]> = {
  'oauth.consentUrl': [],
  'oauth.exchange': [
    {
      shows: 'code',
      run: async (by, { secrets: { code, codeVerifier }, signal }) =>
        by.oauth.exchange({ code, codeVerifier, redirectUri: 'http://localhost:1/callback', features: [] }, signal),
    },
  ],
  'oauth.channels': [
    byAccessToken(async (by, { accessToken, ...call }) =>
      by.oauth.channels({ accessToken, refreshToken: null, expiresAt: null, permissions: [], account: null }, call),
    ),
  ],
  'oauth.revoke': [
    { shows: 'revokedToken', run: async (by, { secrets, signal }) => by.oauth.revoke(secrets.refreshToken, signal) },
  ],
  'accountRequests.read': [],
  'accountLogin.url': [],
  'accountLogin.account': [
    {
      shows: 'code',
      run: async (by, { secrets: { code, codeVerifier }, signal }) =>
        by.accountLogin?.account({ code, codeVerifier, redirectUri: 'http://localhost:1/callback' }, signal),
    },
  ],
  'quota.clock': [],
  refreshTokens: [
    { shows: 'refreshToken', run: async (by, { secrets, ...call }) => by.refreshTokens(secrets.refreshToken, call) },
  ],
  channel: [byAccessToken(async (by, call) => by.channel(call))],
  'lists.playlists': [byAccessToken((by, call) => by.lists?.playlists(call))],
  'lists.categories': [byAccessToken((by, call) => by.lists?.categories(call, 'US'))],
  'pictures.read': [byAccessToken((by, call) => by.pictures?.read(call, ['some-post']))],
  'stats.channel': [byAccessToken(async (by, call) => by.stats.channel(call))],
  'stats.channels.read': [byAccessToken((by, call) => by.stats.channels?.read(call, ['some-channel']))],
  'stats.post': [byAccessToken(async (by, call) => by.stats.post(call, 'some-post'))],
  'stats.posts.read': [byAccessToken((by, call) => by.stats.posts?.read(call, ['some-post']))],
  'publishers.mediaUrls': [],
  'publishers.upload.open': [bySessions(async (by, call, { payload, media }) => by.open(call, payload, media))],
  'publishers.upload.ask': [
    bySessions(async (by, call, { secrets: { session }, media }) => by.ask(call, session, media.sizeBytes)),
  ],
  'publishers.upload.send': [
    bySessions(async (by, call, given) => by.send(call, given.secrets.session, partOf(given))),
  ],
  'publishers.upload.put': [
    byPublisher(async ({ upload }, call, given) => (upload as DirectUpload).put(call, partOf(given))),
  ],
  'publishers.upload.image.put': [
    byPublisher(async ({ upload }, call, given) => (upload as UploadByMedia).image.put(call, partOf(given))),
  ],
  'publishers.upload.video.open': [
    byPublisher(async ({ upload }, call, { payload, media }) =>
      (upload as UploadByMedia).video.open(call, payload, media),
    ),
  ],
  'publishers.upload.video.ask': [
    byPublisher(async ({ upload }, call, { secrets: { session }, media }) =>
      (upload as UploadByMedia).video.ask(call, session, media.sizeBytes),
    ),
  ],
  'publishers.upload.video.send': [
    byPublisher(async ({ upload }, call, given) =>
      (upload as UploadByMedia).video.send(call, given.secrets.session, partOf(given)),
    ),
  ],
  'publishers.stage': [byPublisher(async (by, call, given) => by.stage(call, drafted(by, given), given.payload))],
  'publishers.lostDrafts.contentOf': [],
  'publishers.lostDrafts.find': [
    byPublisher(async ({ lostDrafts }, call, { payload }) => lostDrafts?.find(call, payload, new Date())),
  ],
  'publishers.creation.contentOf': [],
  'publishers.creation.traces': [
    {
      ...byPublisher((by, call, { payload }) => by.creation?.traces(call, payload, 30_000)),
      isOf: ({ capabilities }) => Object.keys(capabilities.media).length === 0,
    },
  ],
  'publishers.creation.look': [
    {
      ...byPublisher((by, call, given) => by.creation?.look(call, drafted(by, given), given.payload)),
      isOf: ({ capabilities }) => Object.keys(capabilities.media).length > 0,
    },
  ],
  'publishers.creation.create': [
    byPublisher((by, call, given) => by.creation?.create(call, drafted(by, given), given.payload, false)),
  ],
  'publishers.creation.outcome': [
    byPublisher((by, call, given) => by.creation?.outcome(call, drafted(by, given), given.payload, tracesOf(by))),
  ],
  'publishers.look': [byPublisher(async (by, call, given) => by.look(call, drafted(by, given), given.payload))],
  'publishers.publish': [byPublisher(async (by, call, given) => by.publish(call, drafted(by, given), given.payload))],
  'publishers.find': [byPublisher(async (by, call, { payload }) => by.find(call, idOf(by), payload))],
  'publishers.update': [byPublisher(async (by, call, { payload }) => by.update?.(call, 'some-post', payload))],
  'publishers.capabilities.faultsOf': [],
  'publishers.extras.picture.idOf': [],
  'publishers.extras.picture.set': [
    byPublisher(async ({ extras }, call) => extras?.picture?.set(call, 'some-post', pictureOf(aPng))),
  ],
  'publishers.extras.place.obstacle': [],
  'publishers.extras.place.collection.find': [
    byPublisher(async ({ extras }, call) => extras?.place?.collection?.find(call, 'some-place')),
  ],
  // A place that is named by its id is never made.
  'publishers.extras.place.collection.make': [],
  'publishers.extras.places.obstacle': [],
  'publishers.extras.places.collection.find': [
    byPublisher(async ({ extras }, call) => extras?.places?.collection?.find(call, '{"name":"Walks"}')),
    byPublisher(async ({ extras }, call) => extras?.places?.collection?.find(call, '{"id":"some-place"}')),
  ],
  'publishers.extras.places.collection.make': [
    byPublisher(async ({ extras }, call) => extras?.places?.collection?.make(call, '{"name":"Walks"}')),
  ],
  'publishers.extras.places.find': [
    byPublisher(async ({ extras }, call) => extras?.places?.find(call, 'some-post', 'some-place')),
  ],
  'publishers.extras.places.add': [
    byPublisher(async ({ extras }, call) => extras?.places?.add(call, 'some-post', 'some-place')),
  ],
  'publishers.extras.place.find': [
    byPublisher(async ({ extras }, call) => extras?.place?.find(call, 'some-post', 'some-place')),
  ],
  'publishers.extras.place.add': [
    byPublisher(async ({ extras }, call) => extras?.place?.add(call, 'some-post', 'some-place')),
  ],
  'publishers.extras.comment.obstacle': [],
  'publishers.extras.comment.collection.find': [],
  'publishers.extras.comment.collection.make': [],
  'publishers.extras.captions.urlOf': [],
  'publishers.extras.captions.find': [
    byPublisher(async ({ extras }, call) => extras?.captions?.find(call, 'some-post', someCaptions)),
  ],
  'publishers.extras.captions.set': [
    byPublisher(async ({ extras }, call) =>
      extras?.captions?.set(call, 'some-post', { value: someCaptions, file: captionsFile(), earlierId: null }),
    ),
  ],
  'publishers.extras.comment.find': [
    byPublisher(async ({ extras }, call) => extras?.comment?.find(call, 'some-post', 'a comment')),
  ],
  'publishers.extras.comment.add': [
    byPublisher(async ({ extras }, call) => extras?.comment?.add(call, 'some-post', 'a comment')),
  ],
  'publishers.takeDown': [
    byPublisher((by, call) => by.takeDown?.(call, idOf(by), by.capabilities.removal[0] ?? 'delete')),
  ],
  'publishers.remove': [
    byPublisher(async (by, call, given) => by.remove(call, drafted(by, given))),
    byPublisher(async (by, call, given) => {
      const { payload, secrets } = given;
      const unfinished = madeOf(by, payload, { session: secrets.session, objectId: null });
      return by.remove(call, by.upload?.kind === 'resumable' ? unfinished : drafted(by, given));
    }),
  ],
};

const someCaptions = '{"language":"en","url":"https://media.example/en.vtt"}';
const captionsFile = () => ({ ...pictureOf(Buffer.from('WEBVTT\n')), contentType: 'text/vtt' });

/** Every call that the interface has, but for members that this kind of post does not have. */
export function everyCall(by: Platform, type: ContentType): (MemberCall & { member: string })[] {
  const { publishers: _, ...platform } = by;
  const all = { ...platform, publishers: publisherFor(by, type) };
  const has = (member: string): boolean =>
    typeof member.split('.').reduce<unknown>((at, name) => Reflect.get(Object(at), name), all) === 'function';
  return Object.entries(members)
    .filter(([member]) => has(member))
    .flatMap(([member, calls]) => calls.map((call) => ({ member, ...call })))
    .filter(({ isOf }) => isOf?.(all.publishers) ?? true);
}
