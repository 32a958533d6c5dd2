import { mainQueue, publishAssignmentWorkflow, publishWorkflowId } from '../../../domain/workflowContract';
import { Assignment } from '../../../models/assignments/Assignment';
import { inTransaction } from '../../../models/database/transaction';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { Upload } from '../../../models/assignments/Upload';
import { film, usePublishing } from '../../support/runs/publishing';
import type { CreatedJob } from '../../support/runs/publishing';
import { sayNext } from '../../support/build/sayNext';
import { stopwatch } from '../../support/stopwatch';
import { until } from '../../support/until';

const payload = { title: 'On time', privacy: 'public', tags: [], madeForKids: false };

const publishing = usePublishing();
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

/** When the platform heard of a job for the first time. */
async function firstCallOf({ channel }: CreatedJob): Promise<number> {
  const { uploadSessions } = await publishing.sandbox.stateOf('youtube');
  return Date.parse(uploadSessions.find((one: { channelId: string }) => one.channelId === channel.channelId).createdAt);
}

async function startOf(job: CreatedJob) {
  const [first, ...rest] = await publishing.temporal.historyOf(job);
  const { firstWorkflowTaskBackoff } = first!.workflowExecutionStartedEventAttributes!;
  const timers = rest.flatMap(({ timerStartedEventAttributes, userMetadata }) =>
    timerStartedEventAttributes ? [String(userMetadata?.summary?.data)] : [],
  );
  return { delaySeconds: Number(firstWorkflowTaskBackoff?.seconds ?? 0), timers };
}

describe('a scheduled job', () => {
  it.each([2900, 700])('that is due in %d ms begins at its time, and never before', async (aheadMs) => {
    const scheduledAt = new Date(Date.now() + aheadMs);
    const job = await publishing.submit(await publishing.connect(), { payload, scheduledAt });
    const { statuses, run } = await publishing.outcomeOf(job);
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    expect(run).toBe('COMPLETED');
    expect(await firstCallOf(job)).toBeGreaterThanOrEqual(scheduledAt.getTime());
    const [started] = await publishing.temporal.historyOf(job);
    expect(started!.workflowExecutionStartedEventAttributes!.priority).toMatchObject({ priorityKey: 3 });
  });

  it('is started with a delay up to its time', async () => {
    const passedMs = stopwatch();
    const job = await publishing.submit(await publishing.connect(), { payload, scheduledAt: inAnHour() });
    const { delaySeconds } = await startOf(job);
    expect(delaySeconds).toBeGreaterThanOrEqual(Math.floor(3600 - passedMs() / 1000));
    expect(delaySeconds).toBeLessThanOrEqual(3600);
  });

  it('whose time has passed begins at once', async () => {
    const job = await publishing.submit(await publishing.connect(), { payload, scheduledAt: new Date(0) });
    expect(await publishing.outcomeOf(job)).toMatchObject({ run: 'COMPLETED', row: { status: 'published' } });
    expect((await startOf(job)).timers).toEqual([]);
  });

  /** Its run begins at once. */
  async function beginEarly(scheduledAt: Date): Promise<CreatedJob> {
    const { channel, ...job } = await publishing.create(await publishing.connect(), { payload, scheduledAt });
    const started = { workflowId: publishWorkflowId(job), taskQueue: mainQueue, args: [job] };
    await publishing.temporal.client.workflow.start(publishAssignmentWorkflow, started);
    return { ...job, channel };
  }

  it('whose run begins too early waits on', async () => {
    const scheduledAt = new Date(Date.now() + 900);
    const job = await beginEarly(scheduledAt);
    expect((await publishing.outcomeOf(job)).row.status).toBe('published');
    expect(await firstCallOf(job)).toBeGreaterThanOrEqual(scheduledAt.getTime());
  });

  it('whose run begins too early waits by a timer that says so', async () => {
    const job = await beginEarly(inAnHour());
    const timers = await until(async () => {
      const { timers } = await startOf(job);
      return timers.length > 0 && timers;
    });
    expect(timers).toEqual(['"until its preparation begins"']);
  });

  it('that is put off while it is uploaded keeps its upload, and goes on when its time has come', async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 1000 });
    const job = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    await until(() => source.requests[0]?.sentBytes === 1000);
    const scheduledAt = new Date(Date.now() + 1200);
    await publishing.database.query('UPDATE assignments SET scheduled_at = $1 WHERE id = $2 RETURNING id', [
      scheduledAt,
      job.assignmentId,
    ]);
    source.resume();
    const { row, statuses, videos } = await publishing.outcomeOf(job);
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    expect(row.publishedAt!.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
    expect(Date.parse(videos[0].publicSince)).toBeGreaterThanOrEqual(scheduledAt.getTime());
    expect(source.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=0-0']);
  });

  it.each(['terminate first', 'start first'])('that is given another time has one run only: %s', async (order) => {
    const job = await publishing.submit(await publishing.connect(), {
      payload,
      scheduledAt: inAnHour(),
    });
    const orders = await reschedule(job, new Date());
    for (const id of order === 'start first' ? orders.reverse() : orders) await publishing.dispatcher.dispatch(id);
    const later = { ...job, generation: 2 };
    expect(await publishing.outcomeOf(later)).toMatchObject({ run: 'COMPLETED', row: { status: 'published' } });
    expect(await publishing.temporal.endOf(job)).toBe('TERMINATED');
    const { workflowExecutionTerminatedEventAttributes: end } = (await publishing.temporal.historyOf(job)).at(-1)!;
    expect(end!.reason).toBe('superseded by a newer generation');
    expect((await publishing.outcomeOf(later)).videos).toHaveLength(1);
  });

  it('that is given another time in the middle of its upload goes on in the new run, in the same session', async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300_000 });
    const job = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    await until(async () => (await Upload.findByPk(job.assignmentId)) !== null);
    for (const id of await reschedule(job, new Date())) await publishing.dispatcher.dispatch(id);
    source.resume();
    const { run, row, videos, statuses } = await publishing.outcomeOf({ ...job, generation: 2 });
    expect({ run, status: row.status }).toEqual({ run: 'COMPLETED', status: 'published' });
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    expect(videos).toHaveLength(1);
    expect(await publishing.temporal.endOf(job)).toBe('TERMINATED');
    const { uploadSessions } = await publishing.sandbox.stateOf('youtube');
    const { channelId } = job.channel;
    expect(uploadSessions.filter((one: { channelId: string }) => one.channelId === channelId)).toHaveLength(1);
  });
});

/** Writes the transaction of PATCH and repair. */
async function reschedule(
  { assignmentId, channel: { workspaceId } }: CreatedJob,
  scheduledAt: Date,
): Promise<number[]> {
  const orders = await inTransaction(Assignment.sequelize!, 'test', async (transaction) => {
    await Assignment.update({ scheduledAt, generation: 2 }, { where: { id: assignmentId }, transaction });
    const order = { workflow: publishAssignmentWorkflow, subjectId: assignmentId, workspaceId };
    return [
      await OutboxEntry.add({ ...order, kind: 'terminate', generation: 1 }, transaction),
      await OutboxEntry.add({ ...order, kind: 'start', generation: 2 }, transaction),
    ];
  });
  await sayNext(assignmentId);
  return orders;
}
