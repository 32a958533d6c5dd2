import type { Stage } from '../proof/stage';
import { videoBytes } from '../support/media';

/** Small: what is raced for is who comes first, not how much. */
export const film = videoBytes(64 * 1024);

/** Creates a video whose title is its idempotency key; every tenth one tells of itself by webhooks. @returns its id */
export async function createJob(stage: Stage, key: string, job: Record<string, unknown> = {}): Promise<string> {
  const { accepted, call, connections, media, receiver } = stage;
  const callbackUrl = accepted.length % 10 === 0 ? receiver.url : null;
  const fresh = { connectionId: connections.good, type: 'video', payload: { title: key, privacy: 'public' } };
  const mediaUrl = job['mediaUrl'] ?? media.serve({ bytes: film }).url;
  const body = { ...fresh, callbackUrl, idempotencyKey: key, ...job, mediaUrl };
  const answer = await call('POST', '/api/v1/assignments', { body });
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  accepted.push({ idempotencyKey: key, id: answer.body.id });
  return answer.body.id;
}
