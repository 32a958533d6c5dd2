import type { Payload } from '../../domain/payload/payload';
import { publisherFor } from '../../platforms/index';
import type { Platform } from '../../platforms/Platform';
import type { Call } from '../../platforms/Call';
import type { DirectUpload, ResumableUpload } from '../../platforms/Upload';
import type { PlatformObjects, PlatformObject, Post, PostState, Publisher } from '../../platforms/Publisher';
import { startSandbox } from '../../sandbox/sandbox';
import type { Sandbox } from '../../sandbox/sandbox';
import { platformsOfKinds } from '../kinds';
import type { Kind } from '../kinds';
import { piecesOf } from '../support/media/media';
import { resumable } from '../support/media/resumable';
import { until } from '../support/until';
import { use } from '../support/use';
import { unlimited } from '../support/platforms/quota';

const sizeBytes = 300_000;

/** A kind of post at a sandbox of its own, and a channel that has consented. */
export interface Subject {
  kind: Kind;
  platform: Platform;
  publisher: Publisher;
  /** A payload of the kind that makes a public post. */
  payload: Payload;
  bytes: Buffer;
  media: { contentType: string; sizeBytes: number };
  /** The address of the platform. */
  url: string;
  grant: { channelId: string; accessToken: string; refreshToken: string };
  /** A call with the channel's access token, for as long as it takes. */
  call: Call;
  /** Absent for a kind without upload sessions. */
  sessions: ResumableUpload | undefined;
  /** A session for the payload of the arrangement. */
  open: () => Promise<string>;
  /** The media of a post, uploaded for that payload and not staged. */
  upload: () => Promise<PlatformObjects>;
  /** Uploads and stages a post, and waits until it may be published. */
  prepare: (payload?: Payload) => Promise<PlatformObjects>;
  /** Reads the state of a post. */
  look: (made: PlatformObjects, payload?: Payload) => Promise<PostState>;
  /** The same, as soon as the platform has nothing left to do for it. */
  settled: (made: PlatformObjects, payload?: Payload) => Promise<PostState>;
  /** Publishes, and waits until others can see the post. */
  publish: (made: PlatformObjects, payload?: Payload) => Promise<Post>;
  /** Sets a fault, as `POST /_sandbox/faults` takes it. */
  fault: (fault: object) => Promise<void>;
  /** The objects of the channel that nobody sees, and that no post shows. */
  left: () => Promise<unknown[]>;
  /** The platform's whole state, except its counts of reads. */
  everything: () => Promise<unknown>;
  /** The ids of all posts, and of the posts that others can see. */
  posts: () => Promise<string[]>;
  postsSeen: () => Promise<string[]>;
  /** The kind's reading of the platform's present state. */
  isPublic: (postId: string) => Promise<boolean | undefined>;
  payloadOf: (postId: string) => Promise<Payload | undefined>;
}

/** Opens a subject before the tests of a suite, and closes it after them. */
export function useSubject(kind: Kind): () => Subject {
  const sandbox = use(async () =>
    startSandbox({ port: 0, mailPort: 0, stripePort: 0, processingMs: 0 }, platformsOfKinds),
  );
  const subject = use(async () => openSubject(kind, sandbox));
  return () => subject;
}

/** The id under which the platform has a post before it is public. */
export function idOf({ draftId, items: [item] }: PlatformObjects): string {
  const id = draftId ?? item?.objectId;
  if (!id) throw new Error('nothing was made');
  return id;
}

/** The upload of a kind whose media go in one request. */
function directOf({ upload }: Publisher, { mediaType }: Kind): DirectUpload | undefined {
  if (upload?.kind === 'direct') return upload;
  return upload?.kind === 'byMedia' && mediaType.startsWith('image/') ? upload.image : undefined;
}

/** The objects of an assignment: this item for each of its media. */
export function madeOf(publisher: Publisher, payload: Payload, item: PlatformObject): PlatformObjects {
  return { items: publisher.mediaUrls({ mediaUrl, payload }).map(() => item), draftId: null };
}

/** A payload as it would be for the channel alone. */
export function privately(kind: Kind, payload: Payload): Payload {
  return { ...payload, ...kind.payload(payload[kind.titleField] as string, 'private') };
}

const mediaUrl = 'https://media.example/one';

async function openSubject(kind: Kind, sandbox: Sandbox): Promise<Subject> {
  const payload = kind.payload('A title', 'public');
  const bytes = kind.media(sizeBytes);
  const media = { contentType: kind.mediaType, sizeBytes };
  const url = sandbox.url;
  const platform = kind.create(url);
  const publisher = publisherFor(platform, kind.type);
  const control = async (path: string, body?: object): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${sandbox.url}/_sandbox/${path}`, init)).json();
  };
  if (kind.settings) await control('settings', kind.settings);
  const grant = (await control('channels', kind.grantRequest('A channel'))) as Subject['grant'];
  const { accessToken, channelId } = grant;
  const call: Call = {
    accessToken,
    channelId,
    spend: unlimited,
    signal: new AbortController().signal,
    notAfterMs: Infinity,
  };
  const state = async () => control('state');

  const look = async (made: PlatformObjects, given = payload) => publisher.look(call, made, given);
  const settled = async (made: PlatformObjects, given = payload) => {
    const isAtIt = ({ kind: found }: PostState) => found === 'processing' || found === 'goingLive';
    return until(async () => {
      const found = await look(made, given);
      return !isAtIt(found) && found;
    });
  };
  const sessions = publisher.upload?.kind === 'resumable' ? publisher.upload : undefined;
  const open = async () => resumable(publisher).open(call, payload, media);
  const uploadItem = async (): Promise<PlatformObject> => {
    const part = { ...media, offset: 0, body: piecesOf(bytes) };
    const direct = directOf(publisher, kind);
    if (direct) return { session: null, objectId: await direct.put(call, part) };
    const session = await open();
    const sent = await resumable(publisher).send(call, session, part);
    if (sent.kind !== 'complete') throw new Error(`the upload is ${sent.kind}`);
    return { session, objectId: sent.objectId };
  };
  const upload = async (): Promise<PlatformObjects> => {
    const urls = publisher.mediaUrls({ mediaUrl, payload });
    return { items: await Promise.all(urls.map(uploadItem)), draftId: null };
  };
  return {
    kind,
    platform,
    publisher,
    payload,
    bytes,
    media,
    url,
    grant,
    call,
    sessions,
    open,
    upload,
    look,
    settled,
    prepare: async (given = payload) => {
      const uploaded = await upload();
      const made = { ...uploaded, draftId: await publisher.stage(call, uploaded, given) };
      await settled(made, given);
      return made;
    },
    publish: async (made, given = payload) => {
      const answer = await publisher.publish(call, made, given);
      if (answer !== 'accepted') return answer;
      const found = await settled(made, given);
      if (found.kind !== 'live') throw new Error(`the post is ${found.kind}`);
      return found.post;
    },
    fault: async (fault) => void (await control('faults', fault)),
    everything: async () => {
      const { platforms } = (await state()) as { platforms: Record<string, { quota: unknown }> };
      return Object.values(platforms).map((platform) => ({ ...platform, quota: undefined }));
    },
    posts: async () => kind.postsOf(await state()).map(({ id }) => id),
    postsSeen: async () =>
      kind.postsOf(await state()).flatMap((post) => (kind.isVisible(post.audience) ? [post.id] : [])),
    isPublic: async (id) => {
      const post = kind.postsOf(await state()).find((one) => one.id === id);
      return post && kind.isVisible(post.audience);
    },
    left: async () => kind.leftOn(await state(), grant.channelId),
    payloadOf: async (id) => kind.payloadOf(await state(), id),
  };
}
