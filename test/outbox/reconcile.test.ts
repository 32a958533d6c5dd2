import { Client } from '@temporalio/client';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { pino } from 'pino';
import { mainQueue, publishWorkflowId } from '../../domain/workflowContract';
import { createMetrics } from '../../lib/metrics';
import { Assignment } from '../../models/assignments/Assignment';
import { startNextGeneration } from '../../models/assignments/store/assignmentRuns';
import { reconcile } from '../../outbox/reconcile';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedJob, JobOverrides } from '../support/runs/publishing';
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
const handleOf = ({ assignmentId }: CreatedJob, generation = 1) =>
  publishing.temporal.client.workflow.getHandle(publishWorkflowId({ assignmentId, generation }));
const statusOf = async (job: CreatedJob, generation = 1) =>
  handleOf(job, generation)
    .describe()
    .then(
      ({ status }) => status.name,
      () => 'none',
    );
const rowOf = async ({ assignmentId }: CreatedJob) =>
  Assignment.findByPk(assignmentId, { raw: true, rejectOnEmpty: true });
const startsOf = async ({ assignmentId }: CreatedJob) =>
  publishing.database.query<{ generation: number; outcome: string | null }>(
    `SELECT generation, outcome FROM outbox WHERE subject_id = $1 AND kind = 'start' ORDER BY id`,
    [assignmentId],
  );

const repairs = async () => (await metrics.assignmentsRepaired.get()).values[0]!.value;

/** Lets the job's last change and the dispatch of its start lie more than a minute back. */
async function age({ assignmentId }: CreatedJob): Promise<void> {
  await publishing.database.query(`UPDATE assignments SET updated_at = now() - interval '61 s' WHERE id = $1`, [
    assignmentId,
  ]);
  await publishing.database.query(
    `UPDATE outbox SET dispatched_at = dispatched_at - interval '61 s' WHERE subject_id = $1`,
    [assignmentId],
  );
}

/** A job whose start was dispatched, so long ago that its run should be at work. */
async function running(overrides: JobOverrides = {}): Promise<CreatedJob> {
  const job = await publishing.submit(channel, overrides);
  await age(job);
  return job;
}

async function lose(job: CreatedJob): Promise<void> {
  await handleOf(job).terminate('by hand');
}

describe('a job whose run is stuck in a workflow task', () => {
  const stuckRuns = async () => (await metrics.stuckRuns.get()).values[0]!.value;
  const fail = async (job: CreatedJob) => failTask(publishing.temporal, mainQueue, handleOf(job).workflowId);

  it('goes on in its next generation, and the stuck run is terminated', async () => {
    const job = await running({ status: 'uploading' });
    const counted = await stuckRuns();
    expect(await hurried(run)).toEqual({ looked: 1, repaired: 0 });
    await fail(job);
    expect(await hurried(run)).toEqual({ looked: 1, repaired: 0 });
    for (let tries = 1; tries < 3; tries += 1) await fail(job);
    expect(await run()).toEqual({ looked: 1, repaired: 0 });
    expect(await statusOf(job)).toBe('RUNNING');
    expect(await hurried(run)).toEqual({ looked: 1, repaired: 1 });
    expect([await statusOf(job), await statusOf(job, 2)]).toEqual(['TERMINATED', 'RUNNING']);
    expect(await rowOf(job)).toMatchObject({ generation: 2, status: 'uploading' });
    expect(await stuckRuns()).toBe(counted + 1);
    expect(log.at(-2)).toMatchObject({ level: 50, workflowId: handleOf(job).workflowId });
  });
});

describe('a job that has lost its workflow', () => {
  it.each([
    ['terminated by hand', lose],
    [
      'whose history is lost',
      async (job: CreatedJob) => {
        const { workflowService } = publishing.temporal.client;
        const { namespace } = publishing.temporal;
        const { workflowId } = handleOf(job);
        await workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } });
        await until(async () => (await statusOf(job)) === 'none');
      },
    ],
  ])('goes on in its next generation: %s', async (_how, end) => {
    const job = await running({ status: 'uploading' });
    const { updatedAt, ...before } = await rowOf(job);
    const counted = await repairs();
    await end(job);
    expect(await run()).toEqual({ looked: 1, repaired: 1 });
    const row = await rowOf(job);
    expect(row).toEqual({ ...before, generation: 2, version: before.version + 1, updatedAt: expect.any(Date) });
    expect(row.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
    expect(await statusOf(job, 2)).toBe('RUNNING');
    expect(await startsOf(job)).toEqual([
      { generation: 1, outcome: 'sent' },
      { generation: 2, outcome: 'sent' },
    ]);
    expect(log.at(-1)).toMatchObject({ level: 40, assignmentId: job.assignmentId, generation: 1 });
    expect(await repairs()).toBe(counted + 1);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
  });

  it.each(['uploaded', 'processing'] as const)('is found while it is %s', async (status) => {
    const job = await running({ status });
    await lose(job);
    expect(await run()).toMatchObject({ repaired: 1 });
    expect(await rowOf(job)).toMatchObject({ generation: 2, status });
  });

  it.each([
    ['failed', ['start']],
    ['cancelled', ['start', 'cancel']],
  ])('that is %s is found while it owes a clean-up, and its run ends as the job did', async (status, kinds) => {
    const [owing, clean] = [await running({ status: 'uploading' }), await running({ status: 'uploading' })];
    for (const job of [owing, clean]) await lose(job);
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
    const jobs = await Promise.all(Array.from({ length: 12 }, async () => running()));
    for (const job of jobs) await lose(job);
    const results = await Promise.all([run(), run('all'), run()]);
    expect(results.reduce((sum, { repaired }) => sum + repaired, 0)).toBe(12);
    for (const job of jobs) {
      expect(await rowOf(job)).toMatchObject({ generation: 2 });
      expect(await startsOf(job)).toHaveLength(2);
      expect([await statusOf(job, 2), await statusOf(job, 3)]).toEqual(['RUNNING', 'none']);
    }
  });
});

describe('a job that waits for its time', () => {
  const scheduledAt = () => new Date(Date.now() + 3_600_000);

  it('is looked at once a day, and its next run waits on', async () => {
    const job = await running({ scheduledAt: scheduledAt() });
    await lose(job);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
    expect(await run('all')).toEqual({ looked: 1, repaired: 1 });
    const [started] = (await handleOf(job, 2).fetchHistory()).events!;
    const delay = started!.workflowExecutionStartedEventAttributes!.firstWorkflowTaskBackoff!;
    expect(Number(delay.seconds)).toBeGreaterThan(3500);
  });

  it('is looked at each minute when its time has come', async () => {
    const job = await running({ scheduledAt: scheduledAt() });
    await lose(job);
    await publishing.database.query('UPDATE assignments SET scheduled_at = now() WHERE id = $1', [job.assignmentId]);
    await sayNext(job.assignmentId);
    expect(await run()).toEqual({ looked: 1, repaired: 1 });
  });
});

describe('is left alone', () => {
  it('a job whose workflow runs', async () => {
    const job = await running();
    expect(await run()).toEqual({ looked: 1, repaired: 0 });
    expect(await rowOf(job)).toMatchObject({ generation: 1 });
    expect(await statusOf(job)).toBe('RUNNING');
  });

  it('a job whose run was asked to cancel and has not yet', async () => {
    const job = await running();
    await handleOf(job).cancel();
    expect(await run()).toEqual({ looked: 1, repaired: 0 });
  });

  it('a job that was changed within the last minute', async () => {
    const job = await running();
    await lose(job);
    await publishing.database.query('UPDATE assignments SET updated_at = now() WHERE id = $1', [job.assignmentId]);
    expect(await run('all')).toEqual({ looked: 0, repaired: 0 });
  });

  it('a job whose start is still on its way: the relay has it', async () => {
    const job = await publishing.create(channel);
    await age(job);
    expect(await run('all')).toEqual({ looked: 0, repaired: 0 });
    expect(await statusOf(job)).toBe('none');
  });

  it('a job whose next generation is on its way, though the one before has ended', async () => {
    const job = await running();
    await lose(job);
    await startNextGeneration(job.assignmentId, 1, 'pending');
    await age(job);
    expect(await run('all')).toEqual({ looked: 0, repaired: 0 });
    expect(await rowOf(job)).toMatchObject({ generation: 2 });
  });

  it.each(['published', 'failed', 'cancelled'] as const)('a job that is %s', async (status) => {
    const job = await running();
    await lose(job);
    await publishing.database.query('UPDATE assignments SET status = $1 WHERE id = $2', [status, job.assignmentId]);
    await sayNext(job.assignmentId);
    expect(await run('all')).toEqual({ looked: 0, repaired: 0 });
  });

  it.each([
    ['its generation', 2, 'pending'],
    ['its status', 1, 'uploading'],
  ] as const)('a job that has moved on since it was looked at: %s', async (_what, generation, status) => {
    const job = await running();
    await publishing.database.query('UPDATE assignments SET generation = $1, status = $2 WHERE id = $3', [
      generation,
      status,
      job.assignmentId,
    ]);
    expect(await startNextGeneration(job.assignmentId, 1, 'pending')).toEqual([]);
    expect(await rowOf(job)).toMatchObject({ generation, status });
    expect(await startsOf(job)).toHaveLength(1);
  });
});

/** A client to which Temporal tells nothing of these jobs, as of histories that it cannot read. */
function clientWithout(jobs: readonly CreatedJob[]): Client {
  const unreadable = new Set<string | null | undefined>(jobs.map((job) => handleOf(job).workflowId));
  const { connection, options } = publishing.temporal.client;
  const describe: WorkflowClientInterceptor['describe'] = async (input, next) => {
    if (unreadable.has(input.workflowExecution.workflowId)) throw new Error('the history cannot be read');
    return next(input);
  };
  return new Client({ connection, namespace: options.namespace, interceptors: { workflow: [{ describe }] } });
}

it('a job of which Temporal can tell nothing keeps no other from its next run, and is reported at the end', async () => {
  const jobs = await Promise.all(Array.from({ length: 10 }, async () => running()));
  for (const job of jobs) await lose(job);
  const inOrder = jobs.toSorted((one, other) => (one.assignmentId < other.assignmentId ? -1 : 1));
  const [unreadable, ...others] = inOrder as [CreatedJob, ...CreatedJob[]];
  await expect(run('recent', clientWithout([unreadable]))).rejects.toThrow('the history cannot be read');
  expect(await rowOf(unreadable)).toMatchObject({ generation: 1 });
  for (const job of others) expect(await rowOf(job)).toMatchObject({ generation: 2 });
  expect(log).toContainEqual(expect.objectContaining({ level: 40, workflowId: handleOf(unreadable).workflowId }));
});

describe('no clear answer changes nothing:', () => {
  it.each(['mute', 'shut'] as const)('Temporal is %s', async (state) => {
    const job = await running();
    await lose(job);
    const gate = await openGate(publishing.temporal);
    gate.set(state);
    await expect(run('recent', gate.client)).rejects.toThrow(/./);
    await gate.stop();
    expect(await rowOf(job)).toMatchObject({ generation: 1 });
    expect(await startsOf(job)).toHaveLength(1);
    expect(await run()).toMatchObject({ repaired: 1 });
  });

  it('the namespace is not there', async () => {
    const job = await running();
    const { connection } = publishing.temporal.client;
    await expect(run('recent', new Client({ connection, namespace: 'elsewhere' }))).rejects.toThrow('elsewhere');
    expect(await rowOf(job)).toMatchObject({ generation: 1 });
  });
});

it('tells after each batch how far it is', async () => {
  const job = await running();
  await lose(job);
  const { client } = publishing.temporal;
  const notes: object[] = [];
  const deps = { client, dispatcher: publishing.dispatcher, logger, metrics };
  await reconcile(deps, 'recent', (result) => notes.push({ ...result }));
  expect(notes).toContainEqual({ looked: 1, repaired: 1 });
});
