import { once } from 'node:events';
import { CancelledFailure } from '@temporalio/common';
import { tryStep } from '../../activities/failures';
import { setPace } from '../../domain/pace';
import { stepGivenUpAfterMs, stepLimitMs } from '../../domain/stepLimits';
import { Assignment } from '../../models/Assignment';
import { noteFailedTry, noteProgress } from '../../models/tries';
import { testPace } from '../support/pace';
import { environment, processingJob, publishing } from './going';

afterEach(() => setPace(testPace));

/** What a platform that never answers makes of a step: the step lasts until it is cut. */
async function endless(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

const triesOf = async (id: string) => (await Assignment.findByPk(id, { raw: true }))!.tries;

describe('a try of a step', () => {
  it('that takes too long is cut before Temporal gives it up, and counts as one that failed', async () => {
    expect(stepGivenUpAfterMs).toBeGreaterThan(stepLimitMs);
    const job = await processingJob();
    setPace(0.001);
    const ended = environment().run(async () => tryStep(publishing.deps, job, endless));
    await expect(ended).rejects.toMatchObject({ type: 'PLATFORM_UNAVAILABLE', nonRetryable: false });
    expect(await triesOf(job.assignmentId)).toBe(1);
  });

  it.each(['WORKER_SHUTDOWN', 'CANCELLED'] as const)('that ends by %s does not count', async (reason) => {
    const job = await processingJob();
    const world = environment();
    const ended = world.run(async () => tryStep(publishing.deps, job, endless));
    world.cancel(reason);
    await expect(ended).rejects.toBeInstanceOf(CancelledFailure);
    expect(await triesOf(job.assignmentId)).toBe(0);
  });

  it('that brings media may take longer', async () => {
    const job = await processingJob();
    setPace(0.001);
    const slow = async () => new Promise((resolve) => setTimeout(resolve, 3 * stepLimitMs * 0.001, 'done'));
    const ended = environment().run(async () => tryStep(publishing.deps, job, slow, { isUnlimited: true }));
    expect(await ended).toBe('done');
  });

  it('that was refused in words that nobody knows is told from others, in a row', async () => {
    const { assignmentId } = await processingJob();
    const error = { code: 'PLATFORM_REJECTED', message: 'Mind the gap.' };
    const refused = { ...error, refusal: error.message };
    const counts: (number | undefined)[] = [];
    for (const failure of [refused, refused, error, refused])
      counts.push((await noteFailedTry(assignmentId, 1, failure))?.refusedInARow);
    expect(counts).toEqual([1, 2, 0, 1]);
    await noteProgress(assignmentId, 1);
    expect(await noteFailedTry(assignmentId, 1, refused)).toMatchObject({ refusedInARow: 1 });
  });
});
