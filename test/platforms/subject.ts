import type { Payload } from '../../domain/payload';
import type { Platform, PlatformCall, PostRef } from '../../platforms/Platform';
import { startSandbox } from '../../sandbox/sandbox';
import type { Sandbox } from '../../sandbox/sandbox';
import type { Kind } from '../kinds';
import { piecesOf } from '../support/media';
import { use } from '../support/use';

const sizeBytes = 300_000;

/** A platform at a sandbox of its own, and a channel that has consented. */
export interface Subject {
  kind: Kind;
  platform: Platform;
  /** A payload of the kind that makes a public post. */
  payload: Payload;
  bytes: Buffer;
  media: { contentType: string; sizeBytes: number };
  /** Where the platform is. */
  url: string;
  grant: { channelId: string; accessToken: string; refreshToken: string };
  /** A call with the channel's access token. */
  call: PlatformCall;
  /** A session for the payload of the arrangement. */
  open: () => Promise<string>;
  /** A post with that payload, uploaded and not public. */
  upload: () => Promise<PostRef>;
  /** As the kind says, of what the platform has now. */
  isPublic: (platformPostId: string) => Promise<boolean | undefined>;
  payloadOf: (platformPostId: string) => Promise<Payload | undefined>;
}

/** Opens a subject before the tests of a suite, and closes it after them. */
export function useSubject(kind: Kind): () => Subject {
  const sandbox = use(async () => startSandbox({ port: 0, youtubePort: 0, processingMs: 0 }));
  const subject = use(async () => openSubject(kind, sandbox));
  return () => subject;
}

async function openSubject(kind: Kind, sandbox: Sandbox): Promise<Subject> {
  const { type } = kind;
  const payload = kind.payload('A title', 'public');
  const bytes = kind.media(sizeBytes);
  const media = { contentType: kind.mediaType, sizeBytes };
  const url = sandbox.urls[kind.platform]!;
  const platform = kind.create(url);
  const body = JSON.stringify(kind.grantRequest('A channel'));
  const answer = await fetch(`${sandbox.url}/_sandbox/channels`, { method: 'POST', body });
  const grant = (await answer.json()) as Subject['grant'];
  const call = { accessToken: grant.accessToken, signal: new AbortController().signal };
  const state = async (): Promise<unknown> => (await fetch(`${sandbox.url}/_sandbox/state`)).json();
  const open = async () => platform.upload.open(call, type, payload, media);
  return {
    kind,
    platform,
    payload,
    bytes,
    media,
    url,
    grant,
    call,
    open,
    upload: async () => {
      const sent = await platform.upload.send(call, await open(), { ...media, offset: 0, body: piecesOf(bytes) });
      if (sent.kind !== 'complete') throw new Error(`the upload is ${sent.kind}`);
      return { type, platformPostId: sent.platformPostId };
    },
    isPublic: async (id) => {
      const post = kind.postsOf(await state()).find((one) => one.id === id);
      return post && kind.isVisible(post.audience);
    },
    payloadOf: async (id) => kind.payloadOf(await state(), id),
  };
}
