import { mainQueue, publishAssignmentWorkflow, publishWorkflowId } from '../../../domain/workflowContract';
import { Assignment } from '../../../models/assignments/Assignment';
import { inTransaction } from '../../../models/database/transaction';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { moveOn } from '../../support/build/moveOn';
import type { Json } from '../../support/servers/sandbox';
import { film, usePublishing } from '../../support/runs/publishing';
import type { CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';

const payload = { title: 'Never mind', privacy: 'public', tags: [], madeForKids: false };
const hourMs = 3_600_000;

const publishing = usePublishing();

/** Writes the transaction of DELETE. */
async function writeCancel({ assignmentId, generation, channel: { workspaceId } }: CreatedRun): Promise<number> {
  return inTransaction(Assignment.sequelize!, 'test', async (transaction) => {
    await moveOn(assignmentId, { to: 'cancelled' }, transaction);
    const run = { workflow: publishAssignmentWorkflow, subjectId: assignmentId, generation, workspaceId };
    return OutboxEntry.add({ kind: 'cancel', ...run }, transaction);
  });
}

const ways = {
  'by its caller': async (assignment: CreatedRun) => publishing.dispatcher.dispatch(await writeCancel(assignment)),
  'by an operator in Temporal': async (assignment: CreatedRun) => {
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).cancel();
  },
};

const uploads = '/upload/youtube/v3/videos';

async function leftOf({ channel }: CreatedRun): Promise<{ sessions: Json[]; videos: Json[] }> {
  const { uploadSessions, videos } = await publishing.sandbox.stateOf('youtube');
  const ofChannel = ({ channelId }: Json) => channelId === channel.channelId;
  return { sessions: uploadSessions.filter(ofChannel), videos: videos.filter(ofChannel) };
}

async function hasTimer(assignment: CreatedRun): Promise<boolean> {
  return (await publishing.temporal.historyOf(assignment)).some(
    ({ timerStartedEventAttributes }) => timerStartedEventAttributes,
  );
}

/** Assignments in all places where an assignment may stand until the point of no return. */
const makers: Record<string, () => Promise<CreatedRun>> = {
  'waits for a run that is to begin later': async () =>
    publishing.submit(await publishing.connect(), { payload, scheduledAt: new Date(Date.now() + hourMs) }),

  'waits by a timer': async () => {
    const scheduledAt = new Date(Date.now() + hourMs);
    const { channel, ...assignment } = await publishing.create(await publishing.connect(), { payload, scheduledAt });
    const started = { workflowId: publishWorkflowId(assignment), taskQueue: mainQueue, args: [assignment] };
    await publishing.temporal.client.workflow.start(publishAssignmentWorkflow, started);
    await publishing.dispatcher.dispatch(assignment.outboxId);
    await until(async () => hasTimer({ ...assignment, channel }));
    return { ...assignment, channel };
  },

  'is being uploaded': async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300_000 });
    const assignment = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    await until(
      async () => source.requests[0]?.sentBytes === 300_000 && (await leftOf(assignment)).sessions.length === 1,
    );
    return assignment;
  },

  'waits for its next try': async () => {
    const headers = { 'Retry-After': '60' };
    await publishing.fault({ method: 'PUT', path: uploads }, { status: 503, headers });
    const assignment = await publishing.submit(await publishing.connect(), { payload });
    await until(async () => (await Assignment.findByPk(assignment.assignmentId))!.tries?.count === 1);
    return assignment;
  },

  'has been uploaded and was put off': async () => {
    const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300_000 });
    const assignment = await publishing.submit(await publishing.connect(), { payload, mediaUrl: source.url });
    await until(() => source.requests[0]?.sentBytes === 300_000);
    await Assignment.update({ scheduledAt: new Date(Date.now() + hourMs) }, { where: { id: assignment.assignmentId } });
    source.resume();
    await until(async () => hasTimer(assignment));
    expect((await leftOf(assignment)).videos).toHaveLength(1);
    return assignment;
  },
};

describe.each(Object.entries(makers))('an assignment that %s', (_where, make) => {
  it.each(Object.entries(ways))('is cancelled %s: nothing is left, nothing is charged', async (_who, cancel) => {
    const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
    const assignment = await make();
    await cancel(assignment);
    const { run, row, statuses, credits } = await publishing.outcomeOf(assignment);
    // It has not waited for the end of its wait: no timer has fired, and no second try was made.
    const fired = (await publishing.temporal.historyOf(assignment)).filter((event) => event.timerFiredEventAttributes);
    const calls = await publishing.callsSince(seq);
    const sent = calls.filter(({ contentRange = '' }) => /^bytes \d/.test(contentRange));
    expect(fired).toEqual([]);
    expect(sent.length).toBeLessThanOrEqual(1);
    const { sessions, videos } = await leftOf(assignment);
    expect({ run, status: row.status, last: statuses.at(-1), credits }).toEqual({
      run: 'CANCELLED',
      status: 'cancelled',
      last: 'cancelled',
      credits: ['hold', 'release'],
    });
    expect(videos).toEqual([]);
    expect(sessions.filter(({ status }) => status === 'open')).toEqual([]);
    expect(row.cleanup).toBe(sessions.length > 0 ? 'done' : 'none');
  });
});

describe('an assignment whose run finds it cancelled before Temporal hears of it', () => {
  it('is cleaned up at once, and its run reads Canceled all the same', async () => {
    const assignment = await makers['is being uploaded']!();
    const outboxId = await writeCancel(assignment);
    await until(async () => (await Assignment.findByPk(assignment.assignmentId))!.cleanup === 'done');
    await until(async () => hasTimer(assignment));
    await publishing.dispatcher.dispatch(outboxId);
    expect(await publishing.outcomeOf(assignment)).toMatchObject({ run: 'CANCELLED', videos: [] });
  });
});

describe('an assignment whose upload ends although its run is being cancelled', () => {
  it('goes no further, and its video is removed', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { delayMs: 300 });
    const assignment = await publishing.submit(await publishing.connect(), { payload });
    await until(async () => (await leftOf(assignment)).videos.length === 1);
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).cancel();
    const { run, row, videos, credits } = await publishing.outcomeOf(assignment);
    expect({ run, status: row.status, cleanup: row.cleanup, videos, credits }).toEqual({
      run: 'CANCELLED',
      status: 'cancelled',
      cleanup: 'done',
      videos: [],
      credits: ['hold', 'release'],
    });
  });
});

describe('an assignment that has passed the point of no return', () => {
  it('is published whatever an operator cancels', async () => {
    await publishing.sandbox.control('POST', '/settings', { processingMs: 600 });
    const assignment = await publishing.submit(await publishing.connect(), { payload });
    await until(async () => (await Assignment.findByPk(assignment.assignmentId))!.status === 'processing');
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).cancel();
    const { run, row, statuses, videos, credits } = await publishing.outcomeOf(assignment);
    await publishing.sandbox.control('POST', '/settings', { processingMs: 0 });
    expect({ run, status: row.status, credits }).toEqual({
      run: 'COMPLETED',
      status: 'published',
      credits: ['hold', 'charge'],
    });
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    expect(videos).toMatchObject([{ status: { privacyStatus: 'public' } }]);
  });

  it('cannot be cancelled by its caller', async () => {
    const assignment = await publishing.submit(await publishing.connect(), { payload });
    await publishing.outcomeOf(assignment);
    await expect(writeCancel(assignment)).resolves.toEqual(expect.any(Number));
    expect((await publishing.outcomeOf(assignment)).row.status).toBe('published');
  });
});
