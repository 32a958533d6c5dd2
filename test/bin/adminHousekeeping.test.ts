import { housekeeping } from '../../domain/workflowContract';
import { MinuteTask } from '../../models/housekeeping/MinuteTask';
import { minuteTaskNames, minuteTasks } from '../../models/housekeeping/minuteTasks';
import { scheduleState } from '../../outbox/scheduleControl';
import { useAdmin } from '../support/runs/admin';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';

const deployment = useDeployment();
const { admin, adminBy } = useAdmin(deployment);
const scheduleIds = Object.values(housekeeping).map(({ scheduleId }) => scheduleId);

interface Task {
  task: string;
  [field: string]: unknown;
}

async function housekeep(...words: string[]) {
  const { code, stdout, stderr } = await admin('housekeeping', ...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

it('lists each task before a worker has ever started: nobody has done it', async () => {
  const { tasks }: { tasks: Task[] } = await housekeep('list');
  expect(tasks.map(({ task }) => task)).toEqual([...minuteTaskNames, ...scheduleIds]);
  for (const task of tasks) expect(task).toMatchObject({ every: expect.any(String), unknown: expect.any(String) });
});

describe('while a worker runs,', () => {
  beforeAll(async () => deployment.up('worker'));
  const schedule = () => deployment.temporal.client.schedule.getHandle('clean-up');
  const lastRunOf = async (name: string) => (await MinuteTask.states()).get(name)?.endedAt;
  const done = { endedAt: expect.any(String), tookMs: expect.any(Number), error: null };

  it('a minute task has its holder and its last run', async () => {
    await until(async () => lastRunOf('fold-statistics'));
    const { tasks }: { tasks: Task[] } = await housekeep('list');
    const [worker] = deployment.started;
    expect(tasks.find(({ task }) => task === 'fold-statistics')).toEqual({
      task: 'fold-statistics',
      runsIn: 'a worker',
      every: '60s',
      note: minuteTasks['fold-statistics'].note,
      holder: {
        process: expect.stringContaining(` ${worker!.pid} `),
        heldSince: expect.any(String),
        leaseUntil: expect.any(String),
      },
      isPaused: false,
      pausedAt: null,
      isUnderWay: expect.any(Boolean),
      dueAt: expect.any(String),
      lastRun: { ...done, result: { changes: 0 } },
    });
  });

  it('a minute task is paused, is run all the same when it is asked for, and goes on', async () => {
    expect(await housekeep('pause', 'reconcile')).toMatchObject({ isPaused: true, pausedAt: expect.any(String) });
    const before = await until(async () => {
      const row = await MinuteTask.findByPk('reconcile', { raw: true });
      return row?.endedAt && row.endedAt >= row.beganAt! && row;
    });
    await housekeep('run', 'reconcile');
    await until(async () => (await lastRunOf('reconcile'))! > before.endedAt!);
    expect(await housekeep('resume', 'reconcile')).toMatchObject({
      task: 'reconcile',
      isPaused: false,
      pausedAt: null,
      lastRun: { ...done, result: { looked: 0, repaired: 0 } },
    });
  });

  it('a schedule is paused in Temporal with the time, is run all the same when it is asked for, and goes on', async () => {
    expect(await housekeep('pause', 'clean-up')).toMatchObject({
      task: 'clean-up',
      runsIn: 'a Temporal schedule',
      isPaused: true,
      note: expect.stringMatching(/^paused by an operator at 20.*Z$/),
    });
    expect((await schedule().describe()).state.paused).toBe(true);
    await housekeep('run', 'clean-up');
    await until(async () => (await scheduleState(deployment.temporal.client, housekeeping.cleanUp))?.lastRun);
    expect(await housekeep('resume', 'clean-up')).toMatchObject({
      isPaused: false,
      note: housekeeping.cleanUp.note,
      lastRun: { ...done, result: expect.objectContaining({ idempotencyKeys: 0 }) },
    });
  });
});

it('lists the minute tasks also while Temporal does not answer, and says so of the schedules', async () => {
  const { code, stdout } = await adminBy({ TEMPORAL_ADDRESS: '127.0.0.1:9' }, 'housekeeping', 'list');
  expect(code).toBe(0);
  const tasks: Task[] = JSON.parse(stdout).tasks;
  expect(tasks.filter((task) => 'unknown' in task).map(({ task }) => task)).toEqual(scheduleIds);
});

it('does nothing to a task that there is not, and names those that there are', async () => {
  const { code, stderr } = await admin('housekeeping', 'pause', 'tidy-up');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^housekeeping pause: there is no such task; the tasks are reconcile, .*clean-up\n$/),
  });
});

describe('views', () => {
  const ui = { TEMPORAL_UI_URL: 'https://temporal.example' };
  const page = `https://temporal.example/namespaces/`;

  it('prints a link for each list of runs, which a browser keeps by its name', async () => {
    const { code, stdout } = await adminBy(ui, 'views');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    const views = lines.flatMap((name, at) => (at % 2 === 0 ? [[name, new URL(lines[at + 1]!.trim())] as const] : []));
    expect(views.map(([name]) => name)).toEqual(
      expect.arrayContaining(['Assignments that run', 'Failed: QUOTA_EXCEEDED', 'Webhooks', 'Housekeeping']),
    );
    for (const [name, { href, searchParams }] of views) {
      expect(href.startsWith(`${page}${deployment.temporal.namespace}/workflows?`)).toBe(true);
      expect(searchParams.get('savedQuery')).toBe(name);
      const { count } = await deployment.temporal.client.workflow.count(searchParams.get('query')!);
      expect(count).toBeGreaterThanOrEqual(0);
    }
  });

  it('prints a link to all runs for an assignment, a workspace or a connection', async () => {
    const id = '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a';
    const { stdout } = await adminBy(ui, 'views', 'connection', id);
    expect(new URL(stdout.trim()).searchParams.get('query')).toBe(`\`ConnectionId\`="${id}"`);
  });

  it('says so where no setting names the UI', async () => {
    expect(await admin('views')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('TEMPORAL_UI_URL is not set'),
    });
  });
});
