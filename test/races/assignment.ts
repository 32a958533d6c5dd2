import type { Kind } from '../kinds';
import { assignmentOf } from '../proof/work/assignments';
import type { Stage } from '../proof/stage';
import type { Media, SourceAnswer } from '../support/servers/mediaSource';

/** Small: a race decides which side comes first, whatever the size. */
export const mediaBytes = 64 * 1024;

/** The source's answer for media of the kind, whole by default. */
export const wholly = (kind: Kind, how: Omit<SourceAnswer, 'bytes'> = {}): SourceAnswer => ({
  bytes: kind.media(mediaBytes),
  ...how,
});

/** The difference between an assignment of a race and an assignment that is published at once. */
export interface Difference extends Record<string, unknown> {
  source?: SourceAnswer | ((nth: number) => SourceAnswer);
}

/** Creates an assignment whose title is its idempotency key; every tenth one tells of itself by webhooks. */
export async function createAssignment(
  stage: Stage,
  kind: Kind,
  key: string,
  { source = wholly(kind), ...overrides }: Difference = {},
): Promise<{ id: string; media: Media[] }> {
  const { accepted, call, receiver } = stage;
  const hasCallback = accepted.length % 10 === 0;
  const callback = hasCallback ? { callbackUrl: receiver.url, callbackEvents: ['removal'] } : {};
  const [body, media] = assignmentOf(stage, kind, key, source, { audience: 'public', ...callback, ...overrides });
  const answer = await call('POST', '/api/v1/assignments', { body });
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  accepted.push({ idempotencyKey: key, id: answer.body.id });
  return { id: answer.body.id, media };
}
