import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import { createDatabaseActivities } from '../../../activities';
import type { ActivityDeps } from '../../../activities';
import { paced } from '../../../domain/pace';
import { Assignment } from '../../../models/assignments/Assignment';
import { TransferSlot } from '../../../models/publishing/TransferSlot';
import { publisherFor } from '../../../platforms';
import { buildAssignment } from '../../support/build/assignment';
import { film, usePublishing } from '../../support/runs/publishing';
import type { Channel, CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { failTry } from '../../support/runs/reports';
import { bring } from '../publishing/bring';
import { environment } from '../environment';

const publishing = usePublishing({ workers: false, deps: { workspaceUploadsInFlightMax: 1 } });

const failure = { code: 'PLATFORM_UNAVAILABLE', message: 'No.' };
const slotsOf = async ({ workspaceId }: Channel) => TransferSlot.findAll({ where: { workspaceId }, raw: true });
const rowOf = async ({ assignmentId }: CreatedRun) => (await Assignment.findByPk(assignmentId, { raw: true }))!;

/** An assignment that is to transfer the media behind `mediaUrl`. */
async function uploading(channel: Channel, mediaUrl = publishing.media.serve({ bytes: film }).url) {
  const assignment = await publishing.create(channel, { mediaUrl });
  await createDatabaseActivities(publishing.deps).begin(assignment);
  return assignment;
}

/** One try of the transfer, as Temporal makes it. `ended` is the error for which Temporal tries again. */
function transfer(assignment: CreatedRun, deps: ActivityDeps = publishing.deps) {
  const run = environment();
  const ended: Promise<unknown> = bring(deps, assignment, run).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { ended, cancel: run.cancel.bind(run) };
}

/** A transfer that holds the only slot of its workspace, since its source stands still. */
async function stalledTransfer(channel: Channel) {
  const before = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
  const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300 * 1024 });
  const running = transfer(await uploading(channel, source.url));
  await until(() => source.requests[0]?.sentBytes === 300 * 1024);
  await until(async () => (await publishing.callsSince(before)).some(({ method }) => method === 'PUT'));
  return { ...running, resume: source.resume };
}

/** A platform of the same name whose posts have no media. */
function withoutMedia(): ActivityDeps {
  const youtube = publishing.deps.platforms.get('youtube')!;
  const video = { ...publisherFor(youtube, 'video'), mediaUrls: () => [] };
  const platforms = new Map([['youtube', { ...youtube, publishers: new Map([['video' as const, video]]) }]]);
  return { ...publishing.deps, platforms };
}

describe('a transfer above the cap of its workspace', () => {
  it('ends at once, is no failed try and no line of the log, and is to come again within 5 s', async () => {
    const channel = await publishing.connect();
    const first = await stalledTransfer(channel);
    const assignment = await uploading(channel);
    const before = await rowOf(assignment);
    const since = (await publishing.callsSince(0)).at(-1)!.seq;
    publishing.log.length = 0;
    const error = await transfer(assignment).ended;
    expect(error).toBeInstanceOf(ApplicationFailure);
    expect(error).toMatchObject({
      type: 'WAITING_FOR_SLOT',
      nonRetryable: false,
      category: ApplicationFailureCategory.BENIGN,
      nextRetryDelay: expect.any(Number),
    });
    const delayMs = Number((error as ApplicationFailure).nextRetryDelay);
    expect(delayMs).toBeGreaterThanOrEqual(paced(1000));
    expect(delayMs).toBeLessThanOrEqual(paced(5000) + 1);
    expect(await rowOf(assignment)).toEqual(before);
    expect((await publishing.callsSince(since)).map(({ path }) => path)).toEqual([]);
    expect(publishing.log).toEqual([]);
    first.resume();
    expect(await first.ended).toBeUndefined();
    expect(await transfer(assignment).ended).toBeUndefined();
  });

  it('comes again later, the more others of its workspace wait, so that they do not take all of the worker', async () => {
    const channel = await publishing.connect();
    const first = await stalledTransfer(channel);
    const assignment = await uploading(channel);
    const others = Array.from({ length: 298 }, async () => buildAssignment(channel, { status: 'uploading' }));
    await Promise.all(others);
    const error = await transfer(assignment).ended;
    const delayMs = Number((error as ApplicationFailure).nextRetryDelay);
    expect(delayMs).toBeGreaterThanOrEqual(paced(4 * 1000));
    expect(delayMs).toBeLessThanOrEqual(paced(4 * 5000) + 1);
    const elsewhere = await publishing.connect();
    const another = await transfer(await uploading(elsewhere)).ended;
    expect(another).toBeUndefined();
    first.resume();
    expect(await first.ended).toBeUndefined();
  });

  it('is counted for operators', async () => {
    const channel = await publishing.connect();
    const { uploadsDeferred } = publishing.deps.metrics;
    const counted = async () => (await uploadsDeferred.get()).values[0]?.value ?? 0;
    const before = await counted();
    const first = await stalledTransfer(channel);
    await transfer(await uploading(channel)).ended;
    expect(await counted()).toBe(before + 1);
    first.resume();
    await first.ended;
  });

  it('does not hold the time that it waits against the tries that have failed before', async () => {
    const channel = await publishing.connect();
    const first = await stalledTransfer(channel);
    const assignment = await uploading(channel);
    const { tries } = await failTry(assignment, { ...failure, code: 'UPLOAD_FAILED' });
    await Assignment.update({ tries: { ...tries!, since: 0 } }, { where: { id: assignment.assignmentId } });
    await transfer(assignment).ended;
    const after = (await rowOf(assignment)).tries!;
    expect(after.count).toBe(1);
    expect(after.since).toBeGreaterThan(Date.now() - 60_000);
    first.resume();
    await first.ended;
  });

  it('keeps no post waiting that has no media', async () => {
    const channel = await publishing.connect();
    const first = await stalledTransfer(channel);
    expect(await transfer(await uploading(channel), withoutMedia()).ended).toBeUndefined();
    first.resume();
    expect(await first.ended).toBeUndefined();
  });

  it('is one of the same workspace: another workspace transfers', async () => {
    const first = await stalledTransfer(await publishing.connect());
    expect(await transfer(await uploading(await publishing.connect())).ended).toBeUndefined();
    first.resume();
    await first.ended;
  });
});

describe('a slot', () => {
  it('is given up when the media have been transferred', async () => {
    const channel = await publishing.connect();
    const running = await stalledTransfer(channel);
    expect(await slotsOf(channel)).toHaveLength(1);
    running.resume();
    expect(await running.ended).toBeUndefined();
    expect(await slotsOf(channel)).toEqual([]);
  });

  it('is given up when the try fails', async () => {
    const channel = await publishing.connect();
    const assignment = await uploading(channel, publishing.media.serve({ status: 404 }).url);
    await transfer(assignment).ended;
    expect(await rowOf(assignment)).toMatchObject({ status: 'failed', errors: [{ code: 'MEDIA_DOWNLOAD_FAILED' }] });
    expect(await slotsOf(channel)).toEqual([]);
  });

  it.each(['CANCELLED', 'WORKER_SHUTDOWN'] as const)('is given up when the try ends by %s', async (reason) => {
    const channel = await publishing.connect();
    const running = await stalledTransfer(channel);
    running.cancel(reason);
    expect(await running.ended).toBeInstanceOf(CancelledFailure);
    expect(await slotsOf(channel)).toEqual([]);
  });

  it('is kept by a transfer whose source stands still', async () => {
    const channel = await publishing.connect();
    const running = await stalledTransfer(channel);
    const [before] = await slotsOf(channel);
    await until(async () => (await slotsOf(channel))[0]!.leaseUntil > before!.leaseUntil);
    expect(await slotsOf(channel)).toMatchObject([{ holder: before!.holder }]);
    running.resume();
    expect(await running.ended).toBeUndefined();
  });

  it('that another try has taken ends the try that was too late to renew its lease, and stays with the other', async () => {
    const channel = await publishing.connect();
    const running = await stalledTransfer(channel);
    await publishing.database.query('UPDATE transfer_slots SET holder = gen_random_uuid() WHERE workspace_id = $1', [
      channel.workspaceId,
    ]);
    const [taken] = await slotsOf(channel);
    expect(await running.ended).toMatchObject({
      type: 'WAITING_FOR_SLOT',
      category: ApplicationFailureCategory.BENIGN,
    });
    expect(await slotsOf(channel)).toMatchObject([{ holder: taken!.holder }]);
  });
});
