import { mainQueue, publishAssignmentWorkflow, publishWorkflowId } from '../../../domain/workflowContract';
import { Assignment } from '../../../models/assignments/Assignment';
import { inTransaction } from '../../../models/database/transaction';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { Upload } from '../../../models/assignments/Upload';
import { film, usePublishing } from '../../support/runs/publishing';
import type { CreatedRun } from '../../support/runs/publishing';
import { sayNext } from '../../support/build/sayNext';
import { stopwatch } from '../../support/stopwatch';
import { until } from '../../support/until';

const payload = { title: 'On time', privacy: 'public', tags: [], madeForKids: false };

const publishing = usePublishing();
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

/** When the platform heard of an assignment for the first time. */
async function firstCallOf({ channel }: CreatedRun): Promise<number> {
  const { uploadSessions } = await publishing.sandbox.stateOf('youtube');
  return Date.parse(uploadSessions.find((one: { channelId: string }) => one.channelId === channel.channelId).createdAt);
}

async function startOf(assignment: CreatedRun) {
  const [first, ...rest] = await publishing.temporal.historyOf(assignment);
  const { firstWorkflowTaskBackoff } = first!.workflowExecutionStartedEventAttributes!;
  const timers = rest.flatMap(({ timerStartedEventAttributes, userMetadata }) =>
    timerStartedEventAttributes ? [String(userMetadata?.summary?.data)] : [],
  );
  return { delaySeconds: Number(firstWorkflowTaskBackoff?.seconds ?? 0), timers };
}

describe('a scheduled assignment', () => {
  it.each([2900, 700])('that is due in %d ms begins at its time, and never before', async (aheadMs) => {
    const scheduledAt = new Date(Date.now() + aheadMs);
    const assignment = await publishing.submit(await publishing.connect(), { payload, scheduledAt });
    const { statuses, run } = await publishing.outcomeOf(assignment);
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    expect(run).toBe('COMPLETED');
    expect(await firstCallOf(assignment)).toBeGreaterThanOrEqual(scheduledAt.getTime());
    const [started] = await publishing.temporal.historyOf(assignment);
    expect(started!.workflowExecutionStartedEventAttributes!.priority).toMatchObject({ priorityKey: 3 });
  });

  it('is started with a delay up to its time', async () => {
    const passedMs = stopwatch();
    const assignment = await publishing.submit(await publishing.connect(), { payload, scheduledAt: inAnHour() });
    const { delaySeconds } = await startOf(assignment);
    expect(delaySeconds).toBeGreaterThanOrEqual(Math.floor(3600 - passedMs() / 1000));
    expect(delaySeconds).toBeLessThanOrEqual(3600);
  });

  it('whose time has passed begins at once', async () => {
    const assignment = await publishing.submit(await publishing.connect(), { payload, scheduledAt: new Date(0) });
    expect(await publishing.outcomeOf(assignment)).toMatchObject({ run: 'COMPLETED', row: { status: 'published' } });
    expect((await startOf(assignment)).timers).toEqual([]);
  });

  /** Its run begins at once. */
  async function beginEarly(scheduledAt: Date): Promise<CreatedRun> {
    const { channel, ...assignment } = await publishing.create(await publishing.connect(), { payload, scheduledAt });
    const started = { workflowId: publishWorkflowId(assignment), taskQueue: mainQueue, args: [assignment] };
    await publishing.temporal.client.workflow.start(publishAssignmentWorkflow, started);
    return { ...assignment, channel };
  }

  it('whose run begins too early waits on', async () => {
    const scheduledAt = new Date(Date.now() + 900);
    const assignment = await beginEarly(scheduledAt);
    expect((await publishing.outcomeOf(assignment)).row.status).toBe('published');
    expect(await firstCallOf(assignment)).toBeGreaterThanOrEqual(scheduledAt.getTime());
  });

  it('whose run begins too early waits by a timer that says so', async () => {
    const assignment = await beginEarly(inAnHour());
    const timers = await until(async () => {
      const { timers } = await startOf(assignment);
      return timers.length > 0 && timers;
    });
    expect(timers).toEqual(['"until its preparation begins"']);
  });

  it('that is put off while it is uploaded keeps its upload, and goes on when its time has come', async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 1000 });
    const assignment = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    await until(() => source.requests[0]?.sentBytes === 1000);
    const scheduledAt = new Date(Date.now() + 1200);
    await publishing.database.query('UPDATE assignments SET scheduled_at = $1 WHERE id = $2 RETURNING id', [
      scheduledAt,
      assignment.assignmentId,
    ]);
    source.resume();
    const { row, statuses, videos } = await publishing.outcomeOf(assignment);
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    expect(row.publishedAt!.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
    expect(Date.parse(videos[0].publicSince)).toBeGreaterThanOrEqual(scheduledAt.getTime());
    expect(source.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=0-0']);
  });

  it.each(['terminate first', 'start first'])('that is given another time has one run only: %s', async (order) => {
    const assignment = await publishing.submit(await publishing.connect(), {
      payload,
      scheduledAt: inAnHour(),
    });
    const orders = await reschedule(assignment, new Date());
    for (const id of order === 'start first' ? orders.reverse() : orders) await publishing.dispatcher.dispatch(id);
    const later = { ...assignment, generation: 2 };
    expect(await publishing.outcomeOf(later)).toMatchObject({ run: 'COMPLETED', row: { status: 'published' } });
    expect(await publishing.temporal.endOf(assignment)).toBe('TERMINATED');
    const { workflowExecutionTerminatedEventAttributes: end } = (await publishing.temporal.historyOf(assignment)).at(
      -1,
    )!;
    expect(end!.reason).toBe('superseded by a newer generation');
    expect((await publishing.outcomeOf(later)).videos).toHaveLength(1);
  });

  it('that is given another time in the middle of its upload goes on in the new run, in the same session', async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300_000 });
    const assignment = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    await until(async () => (await Upload.findByPk(assignment.assignmentId)) !== null);
    for (const id of await reschedule(assignment, new Date())) await publishing.dispatcher.dispatch(id);
    source.resume();
    const { run, row, videos, statuses } = await publishing.outcomeOf({ ...assignment, generation: 2 });
    expect({ run, status: row.status }).toEqual({ run: 'COMPLETED', status: 'published' });
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    expect(videos).toHaveLength(1);
    expect(await publishing.temporal.endOf(assignment)).toBe('TERMINATED');
    const { uploadSessions } = await publishing.sandbox.stateOf('youtube');
    const { channelId } = assignment.channel;
    expect(uploadSessions.filter((one: { channelId: string }) => one.channelId === channelId)).toHaveLength(1);
  });
});

/** Writes the transaction of PATCH and repair. */
async function reschedule(
  { assignmentId, channel: { workspaceId } }: CreatedRun,
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
