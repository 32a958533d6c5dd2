import { pino } from 'pino';
import { minuteTasks } from '../../models/housekeeping/minuteTasks';
import type { MinuteTaskName } from '../../models/housekeeping/minuteTasks';
import { createMetrics } from '../../lib/metrics';
import { MinuteTask } from '../../models/housekeeping/MinuteTask';
import { startMinuteTasks } from '../../outbox/minuteTasks';
import type { MinuteWork } from '../../outbox/minuteTasks';
import { useDatabase } from '../support/servers/database';
import { until } from '../support/until';
import { useStopping } from '../support/use';

const database = useDatabase();
const stopping = useStopping();
const metrics = createMetrics();
const log: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) });
const name = 'reconcile';
const hourMs = 3_600_000;

beforeEach(async () => database.query('DELETE FROM minute_tasks'));

const rowOf = async (task: MinuteTaskName = name) =>
  MinuteTask.findByPk(task, { raw: true, rejectOnEmpty: true, logging: false });
const ended = async () => until(async () => (await rowOf().catch(() => undefined))?.endedAt);
const change = async (columns: string) => database.query(`UPDATE minute_tasks SET ${columns} WHERE name = $1`, [name]);

/** A process that does these tasks, and none in the others. */
function start(work: MinuteWork, others: MinuteWork = async () => ({})) {
  const works = { 'fold-statistics': others, 'read-pictures': others, 'read-posts': others, [name]: work };
  const process = startMinuteTasks({ work: works, turnMs: 5, logger, metrics });
  stopping(process);
  return process;
}

/** Work that lasts until the test lets it go on, batch after batch. */
function gated() {
  let [begun, batches] = [0, 0];
  const gate = new AbortController();
  return {
    begun: () => begun,
    batches: () => batches,
    open: () => gate.abort(),
    work: (async ({ goOn }) => {
      begun += 1;
      while (!gate.signal.aborted) {
        await goOn();
        batches += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return { begun };
    }) satisfies MinuteWork,
  };
}

describe('a minute task', () => {
  it('is done at once by the first process, and is due again at its next second', async () => {
    start(async () => ({ looked: 3 }));
    await ended();
    const row = await rowOf();
    expect(row).toMatchObject({
      result: { looked: 3 },
      error: null,
      holder: expect.stringContaining(` ${process.pid} `),
    });
    for (const [task, { everySeconds, offsetSeconds }] of Object.entries(minuteTasks)) {
      const { dueAt } = await until(async () => {
        const one = await rowOf(task as MinuteTaskName);
        return one.endedAt && one;
      });
      expect((dueAt.getTime() / 1000) % everySeconds).toBe(offsetSeconds % everySeconds);
      expect(dueAt.getTime()).toBeGreaterThan(row.beganAt!.getTime());
    }
  });

  it('is done by one process at a time, however many there are and however often it is due', async () => {
    let [underWay, most, done] = [0, 0, 0];
    const work: MinuteWork = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 10));
      underWay -= 1;
      done += 1;
      return {};
    };
    for (let count = 0; count < 4; count += 1) start(work);
    for (let times = 1; times <= 5; times += 1) {
      await until(() => done >= times);
      await MinuteTask.ask(name);
    }
    expect(most).toBe(1);
  });

  it('tells its failure, and is done again when it is due', async () => {
    let fault: Error | undefined = new Error('Temporal did not answer');
    start(async () => {
      if (fault) throw fault;
      return { looked: 1 };
    });
    await until(async () => (await rowOf().catch(() => undefined))?.error === 'Temporal did not answer');
    expect((await rowOf()).dueAt.getTime()).toBeGreaterThan((await rowOf()).endedAt!.getTime());
    expect(log).toContainEqual(
      expect.objectContaining({ level: 40, task: name, msg: expect.stringContaining('failed') }),
    );
    const { values } = await metrics.minuteTaskRuns.get();
    expect(values).toContainEqual({ labels: { task: name, outcome: 'failed' }, value: 1 });
    fault = undefined;
    await change('due_at = clock_timestamp()');
    await until(async () => (await rowOf()).error === null);
    expect(await rowOf()).toMatchObject({ result: { looked: 1 } });
  });

  it('goes on once the database is back', async () => {
    await database.query('ALTER TABLE minute_tasks RENAME TO away');
    start(async () => ({}));
    await until(() => log.some(({ task, msg }) => task === name && String(msg).includes('was not reached')));
    await database.query('ALTER TABLE away RENAME TO minute_tasks');
    await ended();
  });
});

describe('the lease of a minute task', () => {
  const holding = (holder: string) => ({ name, holder }) as const;

  it('goes to one of several that find it over at the same time', async () => {
    await MinuteTask.take(holding('dead'), hourMs);
    const others = ['a', 'b', 'c', 'd', 'e'].map(holding);
    expect(await Promise.all(others.map(async (one) => MinuteTask.take(one, hourMs)))).not.toContain(true);
    await change('lease_until = clock_timestamp()');
    const taken = await Promise.all(others.map(async (one) => MinuteTask.take(one, hourMs)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('ends by the clock of the database, and not before: then another process goes on', async () => {
    await database.query(
      `INSERT INTO minute_tasks (name, holder, held_since, lease_until, began_at)
       VALUES ($1, 'dead', now(), clock_timestamp() + interval '1 second', now())`,
      [name],
    );
    const { leaseUntil } = await rowOf();
    start(async () => ({}));
    await ended();
    const { holder, heldSince, beganAt } = await rowOf();
    expect(holder).toContain(` ${process.pid} `);
    expect(heldSince!.getTime()).toBeGreaterThanOrEqual(leaseUntil!.getTime());
    expect(beganAt!.getTime()).toBeGreaterThanOrEqual(heldSince!.getTime());
  });

  it('is renewed while a run lasts, also within a batch that takes long', async () => {
    let end: (() => void) | undefined;
    start(async () => new Promise((resolve) => (end = () => resolve({}))));
    await until(() => end !== undefined);
    const { leaseUntil, heldSince } = await rowOf();
    await until(async () => (await rowOf()).leaseUntil!.getTime() > leaseUntil!.getTime());
    expect(await rowOf()).toMatchObject({ heldSince, endedAt: null });
    end!();
    await ended();
  });

  it('that was lost stops the run at its next batch, and nothing of that run is written', async () => {
    const { work, begun, batches, open } = gated();
    start(work);
    await until(() => batches() > 0);
    const { beganAt } = await rowOf();
    await change(`holder = 'another', lease_until = clock_timestamp() + interval '1 hour'`);
    const isStopped = () => log.some(({ task, msg }) => task === name && String(msg).includes('was stopped'));
    await until(isStopped);
    open();
    expect(begun()).toBe(1);
    expect(await rowOf()).toMatchObject({ holder: 'another', beganAt, endedAt: null, result: null });
  });

  it('is left by a process that stops, whose run ends at its next batch: the next process begins it anew', async () => {
    const first = gated();
    const process = start(first.work);
    await until(() => first.batches() > 0);
    await process.stop();
    expect(await rowOf()).toMatchObject({ holder: null, leaseUntil: null, endedAt: null });
    start(async () => ({ anew: true }));
    await ended();
    expect(await rowOf()).toMatchObject({ result: { anew: true } });
  });
});

describe('an operator', () => {
  it('pauses a task, whose pause keeps its time, and lets it go on', async () => {
    await MinuteTask.pause(name);
    const { pausedAt } = await rowOf();
    let done = 0;
    const [work, other] = [async () => ({ done: (done += 1) }), gated()];
    start(work, other.work);
    // The other task of the process is done: so the process has looked at this one, too, and again and again.
    await until(() => other.batches() > 20);
    await MinuteTask.pause(name);
    expect(done).toBe(0);
    expect((await rowOf()).pausedAt).toEqual(pausedAt);
    await MinuteTask.resume(name);
    await ended();
    expect(await rowOf()).toMatchObject({ pausedAt: null, result: { done: 1 } });
    other.open();
  });

  it('has a task run at once, which tells it so, also while it is paused or not due', async () => {
    const runs: boolean[] = [];
    start(async ({ isAsked }) => ({ runs: runs.push(isAsked) }));
    await ended();
    await MinuteTask.ask(name);
    await until(() => runs.length === 2);
    await MinuteTask.pause(name);
    await MinuteTask.ask(name);
    await until(async () => (await rowOf()).result !== null && runs.length === 3);
    expect(runs).toEqual([false, true, true]);
    await until(async () => (await rowOf()).askedAt === null);
  });

  it('who asks while a run is under way gets another one after it', async () => {
    const first = gated();
    start(first.work);
    await until(() => first.begun() === 1);
    await MinuteTask.ask(name);
    first.open();
    await until(() => first.begun() === 2);
    await until(async () => (await rowOf()).askedAt === null);
  });
});
