import type { ContentType } from '../../domain/assignment';
import type { Payload } from '../../domain/payload';
import type { Platform, PlatformCall, PostRef } from '../../platforms/Platform';
import { startSandbox } from '../../sandbox/sandbox';
import type { Sandbox } from '../../sandbox/sandbox';
import { piecesOf, videoBytes } from './media';

/** What the suite has to know of a platform. */
export interface Arrangement {
  /** The platform's hosts in the sandbox. */
  urlOf(sandbox: Sandbox): string;
  /** The adapter for hosts at `url`. */
  create(url: string): Platform;
  /** A content type with media, and two payloads of it that become public. */
  readonly type: ContentType;
  readonly payload: Payload;
  readonly changed: Payload;
  /** Whether anybody but the channel can see a post; undefined if there is none. `state` as `GET /_sandbox/state`. */
  isPublic(state: unknown, platformPostId: string): boolean | undefined;
  /** What the platform has of a post, in the fields of a payload. `state` as above. */
  payloadOf(state: unknown, platformPostId: string): Payload | undefined;
  /**
   * Opens the platform's page at `url` as an owner who allows everything, or all but one permission.
   * @returns the code that the owner's browser brings back
   */
  consent(url: URL, answer: 'everything' | 'too little'): Promise<string>;
}

export const bytes = videoBytes(300_000);
export const media = { contentType: 'video/mp4', sizeBytes: bytes.length };

/** A platform at a sandbox of its own, and a channel that has consented. */
export interface Subject {
  arrangement: Arrangement;
  platform: Platform;
  /** Where the platform is. */
  url: string;
  grant: { channelId: string; accessToken: string; refreshToken: string };
  /** A call with the channel's access token. */
  call: PlatformCall;
  /** A session for the payload of the arrangement. */
  open: () => Promise<string>;
  /** A post with that payload, uploaded and not public. */
  upload: () => Promise<PostRef>;
  /** As the arrangement says, of what the platform has now. */
  isPublic: (platformPostId: string) => Promise<boolean | undefined>;
  payloadOf: (platformPostId: string) => Promise<Payload | undefined>;
}

/** Opens a subject before the tests of a suite, and closes it after them. */
export function useSubject(slug: string, arrangement: Arrangement): () => Subject {
  let sandbox: Sandbox;
  let subject: Subject;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, youtubePort: 0, processingMs: 0 });
    subject = await openSubject(slug, arrangement, sandbox);
  });
  afterAll(() => sandbox.stop());
  return () => subject;
}

async function openSubject(slug: string, arrangement: Arrangement, sandbox: Sandbox): Promise<Subject> {
  const { type, payload } = arrangement;
  const url = arrangement.urlOf(sandbox);
  const platform = arrangement.create(url);
  const body = JSON.stringify({ platform: slug, name: 'A channel' });
  const answer = await fetch(`${sandbox.url}/_sandbox/channels`, { method: 'POST', body });
  const grant = (await answer.json()) as Subject['grant'];
  const call = { accessToken: grant.accessToken, signal: new AbortController().signal };
  const state = async (): Promise<unknown> => (await fetch(`${sandbox.url}/_sandbox/state`)).json();
  const open = async () => platform.upload.open(call, type, payload, media);
  return {
    arrangement,
    platform,
    url,
    grant,
    call,
    open,
    upload: async () => {
      const sent = await platform.upload.send(call, await open(), { ...media, offset: 0, body: piecesOf(bytes) });
      if (sent.kind !== 'complete') throw new Error(`the upload is ${sent.kind}`);
      return { type, platformPostId: sent.platformPostId };
    },
    isPublic: async (id) => arrangement.isPublic(await state(), id),
    payloadOf: async (id) => arrangement.payloadOf(await state(), id),
  };
}
