import { ActivityCancellationDetails, CancelledFailure } from '@temporalio/common';
import type { MockActivityEnvironment } from '@temporalio/testing';
import { createMediaActivities } from '../../../activities';
import type { RunStep } from '../../../domain/assignment/runStep';
import { TransferSlot } from '../../../models/publishing/TransferSlot';
import type { CreatedJob } from '../../support/runs/publishing';
import { timelineOf } from '../../support/runs/timeline';
import { until } from '../../support/until';
import { oneOfEachPlatform } from '../../kinds';
import * as going from './going';

const { publishing, videos, broughtJob, environment, publish, failureOf, attemptsOf, letLeaseEnd } = going;
const { audienceOf, publicationsOf, runOf } = going;

const statusesOf = async ({ assignmentId }: CreatedJob): Promise<string[]> =>
  (await timelineOf(assignmentId)).map(({ status }) => status);

/** The steps after the last byte, in an activity that the test can cancel. */
function movingOn(job: CreatedJob): { step: Promise<RunStep>; cancel: MockActivityEnvironment['cancel'] } {
  const activity = environment();
  const { upload } = createMediaActivities(publishing.deps);
  return { step: activity.run(upload, runOf(job)), cancel: activity.cancel.bind(activity) };
}

const stepAfter = async (job: CreatedJob): Promise<RunStep> => movingOn(job).step;

/** The call that publishes is answered late; the work goes on when the platform has got it. */
async function duringPublication(job: going.ProcessingJob, work: () => void): Promise<void> {
  await until(async () => (await publicationsOf(job)).length > 0);
  work();
}

describe.each(oneOfEachPlatform())('a $platform $type whose media have arrived', (kind) => {
  it('is live at once where it is due, by one publishing call', async () => {
    const job = await broughtJob(kind);
    const step = await stepAfter(job);
    // A platform that only accepts the call is asked again, by the step that follows.
    expect(['publish', 'end']).toContain(step.do);
    if (step.do === 'publish') await until(async () => publish(job).catch(() => undefined));
    expect(await publicationsOf(job)).toHaveLength(1);
    expect(await audienceOf(job)).toEqual(['public']);
  });
});

describe('a transfer whose media have arrived', () => {
  it('holds no slot of its workspace while it goes live', async () => {
    const job = await broughtJob();
    await publishing.fault({ method: 'PUT', path: videos }, { delayMs: 200 });
    const { step } = movingOn(job);
    await until(async () => (await publicationsOf(job)).length > 0);
    expect(await TransferSlot.findAll({ where: { workspaceId: job.channel.workspaceId } })).toEqual([]);
    expect(await step).toMatchObject({ do: 'end', as: 'published' });
    expect(await statusesOf(job)).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  });

  it.each<[string, string, RunStep | object]>([
    ['has another generation', 'generation = 2', { do: 'end', as: 'superseded' }],
    ['was cancelled', `status = 'cancelled'`, { do: 'end', as: 'cancelled' }],
    ['is due later', `scheduled_at = now() + interval '1 hour'`, { do: 'prepare' }],
  ])('publishes nothing where the row %s by then', async (_what, change, next) => {
    const job = await broughtJob();
    await publishing.database.query(`UPDATE assignments SET ${change} WHERE id = $1 RETURNING id`, [job.assignmentId]);
    expect(await stepAfter(job)).toMatchObject(next);
    expect(await publishing.callsSince(job.since)).toEqual([]);
    expect(await attemptsOf(job)).toEqual([]);
  });

  it('fails where the connection was deactivated by then', async () => {
    const job = await broughtJob();
    await publishing.database.query('UPDATE connections SET is_active = false WHERE id = $1 RETURNING id', [
      job.channel.connectionId,
    ]);
    expect(await stepAfter(job)).toMatchObject({ do: 'end', as: 'failed', error: { code: 'CONNECTION_INACTIVE' } });
    expect(await publishing.callsSince(job.since)).toEqual([]);
  });

  it('gives the post the payload that the row has at the point of no return', async () => {
    const job = await broughtJob();
    const edited = JSON.stringify({ title: 'Edited while it moved' });
    await publishing.database.query(
      'UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id',
      [edited, job.assignmentId],
    );
    expect(await stepAfter(job)).toMatchObject({ do: 'end', as: 'published' });
    expect(await audienceOf({ ...job, title: 'Edited while it moved' })).toEqual(['public']);
  });
});

describe('the first try to go live', () => {
  it('does not wait for the platform: the next try is made elsewhere, later', async () => {
    await publishing.sandbox.control('POST', '/settings', { processingMs: 60_000 });
    const job = await broughtJob();
    const { processingPollMs } = publishing.deps;
    const step = await stepAfter(job);
    // The wait for the next look may be over by then.
    const next = step.do === 'wait' ? { for: 'the platform' } : { do: 'publish' };
    expect(step).toMatchObject({ ...next, isCancellable: false });
    // No longer than the platform has been at it.
    const { nextRetryDelay } = await failureOf(job);
    expect(Number(nextRetryDelay)).toBeGreaterThan(processingPollMs);
    expect(Number(nextRetryDelay)).toBeLessThanOrEqual(2 * processingPollMs);
    await publishing.sandbox.control('POST', '/settings', { processingMs: 0 });
  });

  it('counts as a failed try where the platform is not available', async () => {
    await publishing.fault({ method: 'GET', path: videos }, { status: 503 });
    const job = await broughtJob();
    // The wait for the next try may be over by then.
    expect(['wait', 'publish']).toContain((await stepAfter(job)).do);
    const [row] = await publishing.database.query('SELECT tries FROM assignments WHERE id = $1', [job.assignmentId]);
    expect(row).toMatchObject({ tries: { count: 1 } });
    await publish(job);
  });

  it('whose answer is lost is not repeated: the next one waits, looks, and finds the post', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { loseAnswer: true });
    const job = await broughtJob();
    expect(await stepAfter(job)).toMatchObject({ do: 'wait', for: 'the end of a call' });
    expect(await failureOf(job)).toMatchObject({ type: 'AWAITING_LEASE' });
    await letLeaseEnd(job);
    await publish(job);
    expect(await publicationsOf(job)).toHaveLength(1);
  });

  it('fails the job where the platform refuses', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { error: 'forbiddenPrivacySetting' });
    const job = await broughtJob();
    expect(await stepAfter(job)).toMatchObject({ do: 'end', as: 'failed', error: { code: 'PLATFORM_REJECTED' } });
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'notHappened' }]);
  });

  it('is not made when the run was cancelled before the point of no return', async () => {
    const job = await broughtJob();
    const { step, cancel } = movingOn(job);
    cancel();
    await expect(step).rejects.toThrow(CancelledFailure);
    expect(await statusesOf(job)).toEqual(['pending', 'uploading']);
  });

  it('goes on when the run is cancelled after the point of no return', async () => {
    const job = await broughtJob();
    await publishing.fault({ method: 'PUT', path: videos }, { delayMs: 300 });
    const { step, cancel } = movingOn(job);
    await duringPublication(job, () => cancel());
    expect(await step).toMatchObject({ do: 'end', as: 'published' });
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'happened' }]);
  });

  it('ends with its worker; the row then says how the job goes on', async () => {
    const job = await broughtJob();
    await publishing.fault({ method: 'PUT', path: videos }, { delayMs: 5000 });
    const { step, cancel } = movingOn(job);
    const details = new ActivityCancellationDetails({ workerShutdown: true });
    await duringPublication(job, () => cancel('WORKER_SHUTDOWN', details));
    await expect(step).rejects.toThrow(CancelledFailure);
    expect(await attemptsOf(job)).toMatchObject([{ outcome: null }]);
    expect(await stepAfter(job)).toMatchObject({ do: 'wait', for: 'the end of a call', isCancellable: false });
  });

  it('that published the post is not made again when its answer to Temporal is lost', async () => {
    const job = await broughtJob();
    await stepAfter(job);
    expect(await stepAfter(job)).toMatchObject({ do: 'end', as: 'published' });
    expect(await publicationsOf(job)).toHaveLength(1);
  });
});
