import { ActivityCancellationDetails, CancelledFailure } from '@temporalio/common';
import type { MockActivityEnvironment } from '@temporalio/testing';
import { createMediaActivities } from '../../../activities';
import type { RunStep } from '../../../domain/assignment/runStep';
import { TransferSlot } from '../../../models/publishing/TransferSlot';
import type { CreatedRun } from '../../support/runs/publishing';
import { timelineOf } from '../../support/runs/timeline';
import { until } from '../../support/until';
import { oneOfEachPlatform } from '../../kinds';
import * as going from './going';

const { publishing, videos, broughtAssignment, environment, publish, failureOf, attemptsOf, letLeaseEnd } = going;
const { audienceOf, publicationsOf, runOf } = going;

const statusesOf = async ({ assignmentId }: CreatedRun): Promise<string[]> =>
  (await timelineOf(assignmentId)).map(({ status }) => status);

/** The steps after the last byte, in an activity that the test can cancel. */
function movingOn(assignment: CreatedRun): {
  step: Promise<RunStep>;
  cancel: MockActivityEnvironment['cancel'];
} {
  const activity = environment();
  const { upload } = createMediaActivities(publishing.deps);
  return { step: activity.run(upload, runOf(assignment)), cancel: activity.cancel.bind(activity) };
}

const stepAfter = async (assignment: CreatedRun): Promise<RunStep> => movingOn(assignment).step;

/** The call that publishes is answered late; the work goes on when the platform has got it. */
async function duringPublication(assignment: going.ProcessingAssignment, work: () => void): Promise<void> {
  await until(async () => (await publicationsOf(assignment)).length > 0);
  work();
}

describe.each(oneOfEachPlatform())('a $platform $type whose media have arrived', (kind) => {
  it('is live at once where it is due, by one publishing call', async () => {
    const assignment = await broughtAssignment(kind);
    const step = await stepAfter(assignment);
    // A platform that only accepts the call is asked again, by the step that follows.
    expect(['publish', 'end']).toContain(step.do);
    if (step.do === 'publish') await until(async () => publish(assignment).catch(() => undefined));
    expect(await publicationsOf(assignment)).toHaveLength(1);
    expect(await audienceOf(assignment)).toEqual(['public']);
  });
});

describe('a transfer whose media have arrived', () => {
  it('holds no slot of its workspace while it goes live', async () => {
    const assignment = await broughtAssignment();
    await publishing.fault({ method: 'PUT', path: videos }, { delayMs: 200 });
    const { step } = movingOn(assignment);
    await until(async () => (await publicationsOf(assignment)).length > 0);
    expect(await TransferSlot.findAll({ where: { workspaceId: assignment.channel.workspaceId } })).toEqual([]);
    expect(await step).toMatchObject({ do: 'end', as: 'published' });
    expect(await statusesOf(assignment)).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  });

  it.each<[string, string, RunStep | object]>([
    ['has another generation', 'generation = 2', { do: 'end', as: 'superseded' }],
    ['was cancelled', `status = 'cancelled'`, { do: 'end', as: 'cancelled' }],
    ['is due later', `scheduled_at = now() + interval '1 hour'`, { do: 'prepare' }],
  ])('publishes nothing where the row %s by then', async (_what, change, next) => {
    const assignment = await broughtAssignment();
    await publishing.database.query(`UPDATE assignments SET ${change} WHERE id = $1 RETURNING id`, [
      assignment.assignmentId,
    ]);
    expect(await stepAfter(assignment)).toMatchObject(next);
    expect(await publishing.callsSince(assignment.since)).toEqual([]);
    expect(await attemptsOf(assignment)).toEqual([]);
  });

  it('fails where the connection was deactivated by then', async () => {
    const assignment = await broughtAssignment();
    await publishing.database.query('UPDATE connections SET is_active = false WHERE id = $1 RETURNING id', [
      assignment.channel.connectionId,
    ]);
    expect(await stepAfter(assignment)).toMatchObject({
      do: 'end',
      as: 'failed',
      error: { code: 'CONNECTION_INACTIVE' },
    });
    expect(await publishing.callsSince(assignment.since)).toEqual([]);
  });

  it('gives the post the payload that the row has at the point of no return', async () => {
    const assignment = await broughtAssignment();
    const edited = JSON.stringify({ title: 'Edited while it moved' });
    await publishing.database.query(
      'UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id',
      [edited, assignment.assignmentId],
    );
    expect(await stepAfter(assignment)).toMatchObject({ do: 'end', as: 'published' });
    expect(await audienceOf({ ...assignment, title: 'Edited while it moved' })).toEqual(['public']);
  });
});

describe('the first try to go live', () => {
  it('does not wait for the platform: the next try is made elsewhere, later', async () => {
    await publishing.sandbox.control('POST', '/settings', { processingMs: 60_000 });
    const assignment = await broughtAssignment();
    const { processingPollMs } = publishing.deps;
    const step = await stepAfter(assignment);
    // The wait for the next look may be over by then.
    const next = step.do === 'wait' ? { for: 'the platform' } : { do: 'publish' };
    expect(step).toMatchObject({ ...next, isCancellable: false });
    // No longer than the platform has been at it.
    const { nextRetryDelay } = await failureOf(assignment);
    expect(Number(nextRetryDelay)).toBeGreaterThan(processingPollMs);
    expect(Number(nextRetryDelay)).toBeLessThanOrEqual(2 * processingPollMs);
    await publishing.sandbox.control('POST', '/settings', { processingMs: 0 });
  });

  it('counts as a failed try where the platform is not available', async () => {
    await publishing.fault({ method: 'GET', path: videos }, { status: 503 });
    const assignment = await broughtAssignment();
    // The wait for the next try may be over by then.
    expect(['wait', 'publish']).toContain((await stepAfter(assignment)).do);
    const [row] = await publishing.database.query('SELECT tries FROM assignments WHERE id = $1', [
      assignment.assignmentId,
    ]);
    expect(row).toMatchObject({ tries: { count: 1 } });
    await publish(assignment);
  });

  it('whose answer is lost is not repeated: the next one waits, looks, and finds the post', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { loseAnswer: true });
    const assignment = await broughtAssignment();
    expect(await stepAfter(assignment)).toMatchObject({ do: 'wait', for: 'the end of a call' });
    expect(await failureOf(assignment)).toMatchObject({ type: 'AWAITING_LEASE' });
    await letLeaseEnd(assignment);
    await publish(assignment);
    expect(await publicationsOf(assignment)).toHaveLength(1);
  });

  it('fails the assignment where the platform refuses', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { error: 'forbiddenPrivacySetting' });
    const assignment = await broughtAssignment();
    expect(await stepAfter(assignment)).toMatchObject({
      do: 'end',
      as: 'failed',
      error: { code: 'PLATFORM_REJECTED' },
    });
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'notHappened' }]);
  });

  it('is not made when the run was cancelled before the point of no return', async () => {
    const assignment = await broughtAssignment();
    const { step, cancel } = movingOn(assignment);
    cancel();
    await expect(step).rejects.toThrow(CancelledFailure);
    expect(await statusesOf(assignment)).toEqual(['pending', 'uploading']);
  });

  it('goes on when the run is cancelled after the point of no return', async () => {
    const assignment = await broughtAssignment();
    await publishing.fault({ method: 'PUT', path: videos }, { delayMs: 300 });
    const { step, cancel } = movingOn(assignment);
    await duringPublication(assignment, () => cancel());
    expect(await step).toMatchObject({ do: 'end', as: 'published' });
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'happened' }]);
  });

  it('ends with its worker; the row then says how the assignment goes on', async () => {
    const assignment = await broughtAssignment();
    await publishing.fault({ method: 'PUT', path: videos }, { delayMs: 5000 });
    const { step, cancel } = movingOn(assignment);
    const details = new ActivityCancellationDetails({ workerShutdown: true });
    await duringPublication(assignment, () => cancel('WORKER_SHUTDOWN', details));
    await expect(step).rejects.toThrow(CancelledFailure);
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: null }]);
    expect(await stepAfter(assignment)).toMatchObject({ do: 'wait', for: 'the end of a call', isCancellable: false });
  });

  it('that published the post is not made again when its answer to Temporal is lost', async () => {
    const assignment = await broughtAssignment();
    await stepAfter(assignment);
    expect(await stepAfter(assignment)).toMatchObject({ do: 'end', as: 'published' });
    expect(await publicationsOf(assignment)).toHaveLength(1);
  });
});
