import type { ContentType } from '../../domain/assignment';
import type { Payload } from '../../domain/payload';
import type { Platform, PlatformCall } from '../../platforms/Platform';
import { piecesOf } from '../support/media';
import type { Subject } from './subject';

/** Everything that the members are called with. */
export interface Given {
  media: Subject['media'];
  bytes: Buffer;
  secrets: Record<'accessToken' | 'refreshToken' | 'code' | 'codeVerifier' | 'session', string>;
  signal: AbortSignal;
  type: ContentType;
  payload: Payload;
}

/** What a member shows to the platform, and what therefore may be refused. */
export type Credential = 'accessToken' | 'refreshToken' | 'code' | 'revokedToken';

interface Call {
  shows: Credential;
  run: (by: Platform, given: Given) => Promise<unknown>;
}

type Method = (...args: never[]) => unknown;
/** The paths of all methods of `T`, those of its parts included: `oauth.exchange`. */
type Methods<T> = {
  [Key in keyof T & string]-?: NonNullable<T[Key]> extends Method
    ? Key
    : NonNullable<T[Key]> extends string | number | readonly unknown[]
      ? never
      : `${Key}.${Methods<NonNullable<T[Key]>>}`;
}[keyof T & string];

const byAccessToken = (
  run: (by: Platform, call: PlatformCall, given: Given) => Promise<unknown> | undefined,
): Call => ({
  shows: 'accessToken',
  run: async (by, given) => run(by, { accessToken: given.secrets.accessToken, signal: given.signal }, given),
});
const postOf = ({ type }: Given) => ({ type, platformPostId: 'some-post' });

/** Each method of a platform as calls that stand alone; none for those that ask nobody. One left out does not compile. */
const members: Record<Methods<Platform>, readonly Call[]> = {
  checkPayload: [],
  'oauth.consentUrl': [],
  'oauth.exchange': [
    {
      shows: 'code',
      run: async (by, { secrets: { code, codeVerifier }, signal }) =>
        by.oauth.exchange({ code, codeVerifier, redirectUri: 'http://localhost:1/callback' }, signal),
    },
  ],
  'oauth.channels': [
    byAccessToken(async (by, { accessToken, signal }) =>
      by.oauth.channels({ accessToken, refreshToken: null, expiresAt: null, account: null }, signal),
    ),
  ],
  'oauth.revoke': [
    { shows: 'revokedToken', run: async (by, { secrets, signal }) => by.oauth.revoke(secrets.refreshToken, signal) },
  ],
  refreshTokens: [
    { shows: 'refreshToken', run: async (by, { secrets, signal }) => by.refreshTokens(secrets.refreshToken, signal) },
  ],
  channel: [byAccessToken(async (by, call) => by.channel(call))],
  'stats.channel': [byAccessToken(async (by, call) => by.stats.channel(call))],
  'stats.post': [byAccessToken(async (by, call, given) => by.stats.post(call, postOf(given)))],
  'upload.open': [
    byAccessToken(async (by, call, { type, payload, media }) => by.upload.open(call, type, payload, media)),
  ],
  'upload.ask': [
    byAccessToken(async (by, call, { secrets: { session }, media }) => by.upload.ask(call, session, media.sizeBytes)),
  ],
  'upload.send': [
    byAccessToken(async (by, call, { secrets: { session }, media, bytes }) =>
      by.upload.send(call, session, { ...media, offset: 0, body: piecesOf(bytes) }),
    ),
  ],
  applyPayload: [byAccessToken(async (by, call, given) => by.applyPayload(call, postOf(given), given.payload))],
  processing: [byAccessToken(async (by, call, given) => by.processing(call, postOf(given)))],
  publish: [byAccessToken(async (by, call, given) => by.publish(call, postOf(given), given.payload))],
  reconcile: [byAccessToken(async (by, call, given) => by.reconcile(call, postOf(given), given.payload))],
  update: [byAccessToken(async (by, call, given) => by.update?.(call, postOf(given), given.payload))],
  remove: [
    byAccessToken(async (by, call, { secrets: { session } }) => by.remove(call, { session, platformPostId: null })),
    byAccessToken(async (by, call) => by.remove(call, { session: null, platformPostId: 'some-post' })),
  ],
};

/** Every call that the interface has, but for a member that this platform does not have. */
export function everyCall(by: Platform): (Call & { member: string })[] {
  return Object.entries(members)
    .filter(([member]) => member !== 'update' || by.update !== undefined)
    .flatMap(([member, calls]) => calls.map((call) => ({ member, ...call })));
}
