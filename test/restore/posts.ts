import { mediaOf, requestOf } from '../kinds';
import type { Kind } from '../kinds';
import { workspaceClient } from '../support/actors';
import type { Answer } from '../support/actors';
import type { Media, SourceAnswer } from '../support/servers/mediaSource';
import type { Channel } from '../support/runs/publishing';
import type { WebhookReceiver } from '../support/servers/webhookReceiver';
import { until } from '../support/until';
import type { Stage } from './stage';

const sizeBytes = 200 * 1024;

/** How a caller asks for a post. */
export interface Wish {
  /** From now on; at once if left out. */
  inMs?: number;
  prepareAheadSeconds?: number;
  /** What the sources of its media serve; `isReleased` tells whether the story has let them come. */
  source?: (bytes: Buffer, isReleased: () => boolean) => SourceAnswer | ((nth: number) => SourceAnswer);
}

/** One post of a story, on a channel of its own, with its caller. */
export interface Post {
  /** The idempotency key; the post's text begins with it. */
  key: string;
  kind: Kind;
  channel: Channel;
  /** Of the assignment, once it was created. */
  id: () => string;
  /** When it is to go live (`Date.now()`); null: at once. */
  dueAtMs: () => number | null;
  /** Asks for it. */
  create: (wish?: Wish) => Promise<void>;
  /** Asks for it once more, by the same request. */
  repeat: () => Promise<Answer>;
  /** Asks about it; the path follows `/api/v1/assignments/<id>`. @throws Error for an answer that is no success */
  ask: (method: string, path?: string, body?: unknown) => Promise<Answer['body']>;
  /** GET, whatever the answer. */
  look: () => Promise<Answer>;
  /** Waits until the assignment is at the status. */
  is: (status: string) => Promise<void>;
  /** Lets its media come that were held back. */
  release: () => void;
  /** The fields of a payload that give the post this text after its key. */
  textOf: (words: string) => Record<string, unknown>;
  /** Where its webhooks come to. */
  path: string;
}

const whole: NonNullable<Wish['source']> = (bytes) => ({ bytes });

/** @param receiver the receiver of its webhooks */
export async function openPost(
  stage: Stage,
  key: string,
  kind: Kind,
  receiver: WebhookReceiver = stage.receiver,
): Promise<Post> {
  const channel = await stage.service.connect({ platform: kind.platform });
  const client: ReturnType<typeof workspaceClient> = async (...asked) => workspaceClient(stage.api, channel)(...asked);
  const media: Media[] = [];
  let body: Record<string, unknown> = {};
  let id: string | undefined;
  let isReleased = false;
  const post: Post = {
    key,
    kind,
    channel,
    id: () => id!,
    dueAtMs: () => (typeof body['scheduledAt'] === 'string' ? Date.parse(body['scheduledAt']) : null),
    create: async ({ inMs, prepareAheadSeconds, source = whole } = {}) => {
      const answers = source(mediaOf(kind, sizeBytes, key), () => isReleased);
      const urls = Array.from({ length: kind.mediaCount }, () => {
        const file = stage.service.media.serve(answers);
        media.push(file);
        return file.url;
      });
      body = {
        connectionId: channel.connectionId,
        idempotencyKey: key,
        callbackUrl: receiver.url + post.path,
        ...requestOf(kind, kind.payload(key, 'public'), urls),
        ...(inMs !== undefined && { scheduledAt: new Date(Date.now() + inMs).toISOString() }),
        ...(prepareAheadSeconds !== undefined && { prepareAheadSeconds }),
      };
      const answer = await post.repeat();
      if (answer.status !== 201) throw new Error(`${key}: create ${answer.status} ${JSON.stringify(answer.body)}`);
      id = answer.body.id;
    },
    repeat: async () => client('POST', '/api/v1/assignments', { body }),
    ask: async (method, path = '', asked) => {
      const parts = asked === undefined ? {} : { body: asked };
      const answer = await client(method, `/api/v1/assignments/${post.id()}${path}`, parts);
      if (answer.status >= 300)
        throw new Error(`${key}: ${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    look: async () => client('GET', `/api/v1/assignments/${post.id()}`),
    is: async (status) => {
      const read = async () => (await post.look()).body.status === status;
      await until(read, { isForgiving: true, wanted: `${key} ${status}` });
    },
    release: () => {
      isReleased = true;
      for (const { resume } of media) resume();
    },
    textOf: (words) => ({ [kind.titleField]: `${key} ${words}` }),
    path: `/${key}`,
  };
  return post;
}
