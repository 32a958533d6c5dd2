import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledFailure } from '@temporalio/common';
import { takeStep } from '../../../activities/run/step';
import { setPace } from '../../../domain/pace';
import { stepGivenUpAfterMs, stepLimitMs } from '../../../domain/stepLimits';
import { Assignment } from '../../../models/assignments/Assignment';
import { failTry, report } from '../../support/runs/reports';
import { testPace } from '../../support/jest/pace';
import { environment, processingAssignment, publishing } from './going';

afterEach(() => setPace(testPace));

/** A step at a platform that never answers: the step lasts until it is cut. */
async function endless(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

const triesOf = async (id: string) => (await Assignment.findByPk(id, { raw: true }))!.tries?.count ?? 0;

describe('a try of a step', () => {
  it('that takes too long is cut before Temporal gives it up, and counts as one that failed', async () => {
    expect(stepGivenUpAfterMs).toBeGreaterThan(stepLimitMs);
    const assignment = await processingAssignment();
    setPace(0.001);
    const ended = environment().run(async () => takeStep(publishing.deps, assignment, 'publish', endless));
    await expect(ended).rejects.toMatchObject({ type: 'PLATFORM_UNAVAILABLE', nonRetryable: false });
    expect(await triesOf(assignment.assignmentId)).toBe(1);
  });

  it.each(['WORKER_SHUTDOWN', 'CANCELLED'] as const)('that ends by %s does not count', async (reason) => {
    const assignment = await processingAssignment();
    const world = environment();
    const ended = world.run(async () => takeStep(publishing.deps, assignment, 'publish', endless));
    world.cancel(reason);
    await expect(ended).rejects.toBeInstanceOf(CancelledFailure);
    expect(await triesOf(assignment.assignmentId)).toBe(0);
  });

  it('that brings media may take longer', async () => {
    const assignment = await processingAssignment();
    setPace(0.001);
    const step = { do: 'publish', isCancellable: false } as const;
    const slow = async () => delay(3 * stepLimitMs * 0.001, step);
    const ended = environment().run(async () =>
      takeStep(publishing.deps, assignment, 'publish', slow, { isUnlimited: true }),
    );
    expect(await ended).toBe(step);
  });

  it('that was refused in words that nobody knows is told from others, in a row', async () => {
    const { assignmentId } = await processingAssignment();
    const error = { code: 'PLATFORM_REJECTED', message: 'Mind the gap.' } as const;
    const counts: (number | undefined)[] = [];
    const isRefused = [true, true, false, true];
    for (const isUnfamiliar of isRefused)
      counts.push((await failTry({ assignmentId }, error, { isUnfamiliar })).refusals?.count);
    expect(counts).toEqual([1, 2, undefined, 1]);
    await report({ assignmentId }, { is: 'progressed', ends: 'tries', generation: 1 });
    expect(await failTry({ assignmentId }, error, { isUnfamiliar: true })).toMatchObject({ refusals: { count: 1 } });
  });

  it('that fails once its assignment is at other work says nothing of the assignment', async () => {
    const assignment = await processingAssignment();
    const words = { seen: 'The media are no media.', todo: 'Send others.' };
    const fails = async () => {
      throw new PublishFailure('MEDIA_INVALID', words, { transient: false });
    };
    const ended = environment().run(async () => takeStep(publishing.deps, assignment, 'prepare', fails));
    expect(await ended).toMatchObject({ do: 'publish' });
    expect(await Assignment.findByPk(assignment.assignmentId)).toMatchObject({ status: 'processing', tries: null });
  });
});
