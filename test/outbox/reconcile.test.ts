import { Client } from '@temporalio/client';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { pino } from 'pino';
import { mainQueue, publishWorkflowId } from '../../domain/workflowContract';
import { createMetrics } from '../../lib/metrics';
import { Assignment } from '../../models/assignments/Assignment';
import { startNextGeneration } from '../../models/assignments/store/assignmentRuns';
import { reconcile } from '../../outbox/reconcile';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedRun, Overrides } from '../support/runs/publishing';
import { until } from '../support/until';
import { openGate } from '../support/runs/gate';
import { failTask, hurried } from '../support/runs/stuckTask';
import { sayNext } from '../support/build/sayNext';
import { use } from '../support/use';

const metrics = createMetrics();
const log: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) });

const publishing = usePublishing({ workers: false });
const channel = use(async () => publishing.connect());
beforeEach(async () => {
  await publishing.database.query('DELETE FROM outbox');
  await publishing.database.query('DELETE FROM assignments');
});

async function run(scope: 'recent' | 'all' = 'recent', client = publishing.temporal.client) {
  return reconcile({ client, dispatcher: publishing.dispatcher, logger, metrics }, scope, () => undefined);
}
const handleOf = ({ assignmentId }: CreatedRun, generation = 1) =>
  publishing.temporal.client.workflow.getHandle(publishWorkflowId({ assignmentId, generation }));
const statusOf = async (assignment: CreatedRun, generation = 1) =>
  handleOf(assignment, generation)
    .describe()
    .then(
      ({ status }) => status.name,
      () => 'none',
    );
const rowOf = async ({ assignmentId }: CreatedRun) =>
  Assignment.findByPk(assignmentId, { raw: true, rejectOnEmpty: true });
const startsOf = async ({ assignmentId }: CreatedRun) =>
  publishing.database.query<{ generation: number; outcome: string | null }>(
    `SELECT generation, outcome FROM outbox WHERE subject_id = $1 AND kind = 'start' ORDER BY id`,
    [assignmentId],
  );

const repairs = async () => (await metrics.assignmentsRepaired.get()).values[0]!.value;

/** Lets the assignment's last change and the dispatch of its start lie more than a minute back. */
async function age(assignment: CreatedRun): Promise<void> {
  await setColumn(assignment, `updated_at = now() - interval '61 s'`);
  await publishing.database.query(
    `UPDATE outbox SET dispatched_at = dispatched_at - interval '61 s' WHERE subject_id = $1`,
    [assignment.assignmentId],
  );
}

/** An assignment whose start was dispatched, so long ago that its run should be at work. */
async function running(overrides: Overrides = {}): Promise<CreatedRun> {
  const assignment = await publishing.submit(channel, overrides);
  await age(assignment);
  return assignment;
}

async function lose(assignment: CreatedRun): Promise<void> {
  await handleOf(assignment).terminate('by hand');
}

async function lost(overrides?: Overrides): Promise<CreatedRun> {
  const assignment = await running(overrides);
  await lose(assignment);
  return assignment;
}

describe('an assignment whose run is stuck in a workflow task', () => {
  const stuckRuns = async () => (await metrics.stuckRuns.get()).values[0]!.value;
  const fail = async (of: CreatedRun) => failTask(publishing.temporal, mainQueue, handleOf(of).workflowId);

  it('goes on in its next generation, and the stuck run is terminated', async () => {
    const assignment = await running({ status: 'uploading' });
    const counted = await stuckRuns();
    expect(await hurried(run)).toEqual({ looked: 1, repaired: 0 });
    await fail(assignment);
    expect(await hurried(run)).toEqual({ looked: 1, repaired: 0 });
    for (let tries = 1; tries < 3; tries += 1) await fail(assignment);
    expect(await run()).toEqual({ looked: 1, repaired: 0 });
    expect(await statusOf(assignment)).toBe('RUNNING');
    expect(await hurried(run)).toEqual({ looked: 1, repaired: 1 });
    expect([await statusOf(assignment), await statusOf(assignment, 2)]).toEqual(['TERMINATED', 'RUNNING']);
    expect(await rowOf(assignment)).toMatchObject({ generation: 2, status: 'uploading' });
    expect(await stuckRuns()).toBe(counted + 1);
    expect(log.at(-2)).toMatchObject({ level: 50, workflowId: handleOf(assignment).workflowId });
  });
});

describe('an assignment that has lost its workflow', () => {
  it.each([
    ['terminated by hand', lose],
    [
      'whose history is lost',
      async (assignment: CreatedRun) => {
        const { workflowService } = publishing.temporal.client;
        const { namespace } = publishing.temporal;
        const { workflowId } = handleOf(assignment);
        await workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } });
        await until(async () => (await statusOf(assignment)) === 'none');
      },
    ],
  ])('goes on in its next generation: %s', async (_how, end) => {
    const assignment = await running({ status: 'uploading' });
    const { updatedAt, ...before } = await rowOf(assignment);
    const counted = await repairs();
    await end(assignment);
    expect(await run()).toEqual({ looked: 1, repaired: 1 });
    const row = await rowOf(assignment);
    expect(row).toEqual({ ...before, generation: 2, version: before.version + 1, updatedAt: expect.any(Date) });
    expect(row.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
    expect(await statusOf(assignment, 2)).toBe('RUNNING');
    expect(await startsOf(assignment)).toEqual([
      { generation: 1, outcome: 'sent' },
      { generation: 2, outcome: 'sent' },
    ]);
    expect(log.at(-1)).toMatchObject({ level: 40, assignmentId: assignment.assignmentId, generation: 1 });
    expect(await repairs()).toBe(counted + 1);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
  });

  it.each(['uploaded', 'processing'] as const)('is found while it is %s', async (status) => {
    const assignment = await lost({ status });
    expect(await run()).toMatchObject({ repaired: 1 });
    expect(await rowOf(assignment)).toMatchObject({ generation: 2, status });
  });

  it.each([
    ['failed', ['start']],
    ['cancelled', ['start', 'cancel']],
  ])('that is %s is found while it owes a clean-up, and its run ends as the assignment did', async (status, kinds) => {
    const [owing, clean] = [await running({ status: 'uploading' }), await running({ status: 'uploading' })];
    for (const assignment of [owing, clean]) await lose(assignment);
    const end = 'UPDATE assignments SET status = $2, cleanup = $3 WHERE id = $1';
    await publishing.database.query(end, [owing.assignmentId, status, 'due']);
    await publishing.database.query(end, [clean.assignmentId, status, 'done']);
    for (const { assignmentId } of [owing, clean]) await sayNext(assignmentId);
    expect(await run()).toEqual({ looked: 1, repaired: 1 });
    expect(await statusOf(owing, 2)).toBe('RUNNING');
    expect(await rowOf(clean)).toMatchObject({ generation: 1 });
    const orders = 'SELECT kind, outcome FROM outbox WHERE subject_id = $1 AND generation = 2 ORDER BY dispatched_at';
    expect(await publishing.database.query(orders, [owing.assignmentId])).toEqual(
      kinds.map((kind) => ({ kind, outcome: 'sent' })),
    );
  });

  it('gets one run, however many look at the same time', async () => {
    const assignments = await Promise.all(Array.from({ length: 12 }, async () => running()));
    for (const assignment of assignments) await lose(assignment);
    const results = await Promise.all([run(), run('all'), run()]);
    expect(results.reduce((sum, { repaired }) => sum + repaired, 0)).toBe(12);
    for (const assignment of assignments) {
      expect(await rowOf(assignment)).toMatchObject({ generation: 2 });
      expect(await startsOf(assignment)).toHaveLength(2);
      expect([await statusOf(assignment, 2), await statusOf(assignment, 3)]).toEqual(['RUNNING', 'none']);
    }
  });
});

describe('an assignment that waits for its time', () => {
  const scheduledAt = () => new Date(Date.now() + 3_600_000);

  it('is looked at once a day, and its next run waits on', async () => {
    const assignment = await lost({ scheduledAt: scheduledAt() });
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
    expect(await run('all')).toEqual({ looked: 1, repaired: 1 });
    const [started] = (await handleOf(assignment, 2).fetchHistory()).events!;
    const delay = started!.workflowExecutionStartedEventAttributes!.firstWorkflowTaskBackoff!;
    expect(Number(delay.seconds)).toBeGreaterThan(3500);
  });

  it('is looked at each minute when its time has come', async () => {
    const assignment = await lost({ scheduledAt: scheduledAt() });
    await setColumn(assignment, 'scheduled_at = now()');
    await sayNext(assignment.assignmentId);
    expect(await run()).toEqual({ looked: 1, repaired: 1 });
  });
});

describe('is left alone', () => {
  it('an assignment whose workflow runs', async () => {
    const assignment = await running();
    expect(await run()).toEqual({ looked: 1, repaired: 0 });
    expect(await rowOf(assignment)).toMatchObject({ generation: 1 });
    expect(await statusOf(assignment)).toBe('RUNNING');
  });

  it('an assignment whose run was asked to cancel and has not yet', async () => {
    const assignment = await running();
    await handleOf(assignment).cancel();
    expect(await run()).toEqual({ looked: 1, repaired: 0 });
  });

  it('an assignment that was changed within the last minute', async () => {
    const assignment = await lost();
    await setColumn(assignment, 'updated_at = now()');
    expect(await run('all')).toEqual({ looked: 0, repaired: 0 });
  });

  it('an assignment whose start is still on its way: the relay has it', async () => {
    const assignment = await publishing.create(channel);
    await age(assignment);
    expect(await run('all')).toEqual({ looked: 0, repaired: 0 });
    expect(await statusOf(assignment)).toBe('none');
  });

  it('an assignment whose next generation is on its way, though the one before has ended', async () => {
    const assignment = await lost();
    await startNextGeneration(assignment.assignmentId, 1, 'pending');
    await age(assignment);
    expect(await run('all')).toEqual({ looked: 0, repaired: 0 });
    expect(await rowOf(assignment)).toMatchObject({ generation: 2 });
  });

  it.each(['published', 'failed', 'cancelled'] as const)('an assignment that is %s', async (status) => {
    const assignment = await lost();
    await setColumn(assignment, `status = '${status}'`);
    await sayNext(assignment.assignmentId);
    expect(await run('all')).toEqual({ looked: 0, repaired: 0 });
  });

  it.each([
    ['its generation', 2, 'pending'],
    ['its status', 1, 'uploading'],
  ] as const)('an assignment that has moved on since it was looked at: %s', async (_what, generation, status) => {
    const assignment = await running();
    await publishing.database.query('UPDATE assignments SET generation = $1, status = $2 WHERE id = $3', [
      generation,
      status,
      assignment.assignmentId,
    ]);
    expect(await startNextGeneration(assignment.assignmentId, 1, 'pending')).toEqual([]);
    expect(await rowOf(assignment)).toMatchObject({ generation, status });
    expect(await startsOf(assignment)).toHaveLength(1);
  });
});

async function setColumn({ assignmentId }: CreatedRun, change: string): Promise<void> {
  await publishing.database.query(`UPDATE assignments SET ${change} WHERE id = $1`, [assignmentId]);
}

/** A client to which Temporal tells nothing of these assignments, as of histories that it cannot read. */
function clientWithout(assignments: readonly CreatedRun[]): Client {
  const unreadable = new Set<string | null | undefined>(assignments.map((one) => handleOf(one).workflowId));
  const { connection, options } = publishing.temporal.client;
  const describe: WorkflowClientInterceptor['describe'] = async (input, next) => {
    if (unreadable.has(input.workflowExecution.workflowId)) throw new Error('the history cannot be read');
    return next(input);
  };
  return new Client({ connection, namespace: options.namespace, interceptors: { workflow: [{ describe }] } });
}

it('an assignment of which Temporal can tell nothing keeps no other from its next run, and is reported at the end', async () => {
  const assignments = await Promise.all(Array.from({ length: 10 }, async () => running()));
  for (const assignment of assignments) await lose(assignment);
  const inOrder = assignments.toSorted((one, other) => (one.assignmentId < other.assignmentId ? -1 : 1));
  const [unreadable, ...others] = inOrder as [CreatedRun, ...CreatedRun[]];
  await expect(run('recent', clientWithout([unreadable]))).rejects.toThrow('the history cannot be read');
  expect(await rowOf(unreadable)).toMatchObject({ generation: 1 });
  for (const assignment of others) expect(await rowOf(assignment)).toMatchObject({ generation: 2 });
  expect(log).toContainEqual(expect.objectContaining({ level: 40, workflowId: handleOf(unreadable).workflowId }));
});

describe('no clear answer changes nothing:', () => {
  it.each(['mute', 'shut'] as const)('Temporal is %s', async (state) => {
    const assignment = await lost();
    const gate = await openGate(publishing.temporal);
    gate.set(state);
    await expect(run('recent', gate.client)).rejects.toThrow(/./);
    await gate.stop();
    expect(await rowOf(assignment)).toMatchObject({ generation: 1 });
    expect(await startsOf(assignment)).toHaveLength(1);
    expect(await run()).toMatchObject({ repaired: 1 });
  });

  it('the namespace is not there', async () => {
    const assignment = await running();
    const { connection } = publishing.temporal.client;
    await expect(run('recent', new Client({ connection, namespace: 'elsewhere' }))).rejects.toThrow('elsewhere');
    expect(await rowOf(assignment)).toMatchObject({ generation: 1 });
  });
});

it('tells after each batch how far it is', async () => {
  const assignment = await running();
  await lose(assignment);
  const { client } = publishing.temporal;
  const notes: object[] = [];
  const deps = { client, dispatcher: publishing.dispatcher, logger, metrics };
  await reconcile(deps, 'recent', (result) => void notes.push({ ...result }));
  expect(notes).toContainEqual({ looked: 1, repaired: 1 });
});
