import { paced } from '../../domain/pace';
import { callLeaseMs } from '../../domain/stepLimits';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { CallGiven } from '../../models/assignments/store/callParts';
import type { Call } from '../../platforms/Call';
import type { PublishContext } from '../run/publishContext';
import { recordAnswer, recordEvent } from '../run/report';
import { TryEnded } from '../run/try';

/** The call ends this long before its lease, so that no try that waits for the lease can meet it. */
const marginMs = () => paced(5_000);

/**
 * Makes a call that changes the post. A row with a lease is written before it. A worker that is paused in the call cannot act
 * when the lease is over, and no other call of the assignment is made before.
 */
export async function underLease<T>(
  post: PublishContext,
  step: 'stage' | 'publish',
  work: (call: Call) => Promise<T>,
  creation?: CallGiven['creation'],
): Promise<{ callId: number; answer: T }> {
  const notAfterMs = performance.now() + callLeaseMs() - marginMs();
  const callId = await begin(post, step, creation);
  try {
    return { callId, answer: await post.access.call(work, { notAfterMs }) };
  } catch (error) {
    await recordFailure(post, callId, error);
    throw error;
  }
}

/** @throws TryEnded where the call must not be made */
async function begin(
  { deps, run, assignment: { payload } }: PublishContext,
  of: 'stage' | 'publish',
  creation: CallGiven['creation'],
): Promise<number> {
  const { generation } = run;
  const event = { is: 'calling', generation, of } as const;
  const begun = await recordEvent(deps, run, event, { callPayload: payload, ...(creation && { creation }) });
  if (!begun || begun.callId === null) throw new TryEnded();
  return begun.callId;
}

/** Records a refusal if certainly nothing happened; else the outcome is open. A lease that is not left runs out. */
async function recordFailure({ deps, run }: PublishContext, callId: number, error: unknown): Promise<void> {
  const hasNotHappened = error instanceof PublishFailure && error.isRefusal;
  if (hasNotHappened) await recordAnswer(deps, run, callId, 'refused');
  else
    await recordAnswer(deps, run, callId, 'lost').catch((cause: unknown) =>
      deps.logger.warn({ err: cause, callId }, 'a lease was not left; it runs out'),
    );
}
