import { MinuteTask } from '../../models/housekeeping/MinuteTask';
import { minuteTaskNames } from '../../models/housekeeping/minuteTasks';
import type { MinuteTaskName } from '../../models/housekeeping/minuteTasks';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';

const deployment = useDeployment();
/** The lease of the minute tasks, at the true pace. */
const leaseMs = 15_000;

const rowOf = async (name: MinuteTaskName) => MinuteTask.findByPk(name, { raw: true, rejectOnEmpty: true });
const nowMs = async () => {
  const [row] = await deployment.database.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float AS ms',
  );
  return row!.ms;
};

it('the minute tasks of a worker that is killed go on in another one, when the lease is over and not before', async () => {
  const workers = [];
  for (let count = 0; count < 2; count += 1) workers.push(await deployment.up('worker', { TEST_PACE: '1' }));
  const name = 'reconcile';
  const { holder } = await until(async () => {
    const row = await rowOf(name).catch(() => undefined);
    return row?.endedAt && row;
  });
  const [killed, other] = workers.toSorted((one) => (holder!.includes(` ${one.pid} `) ? -1 : 1));
  await killed!.end('SIGKILL');
  const diedByMs = await nowMs();
  const left = (await Promise.all(minuteTaskNames.map(rowOf))).filter((row) => row.holder === holder);
  for (const { name: task, leaseUntil } of left) {
    expect(leaseUntil!.getTime()).toBeLessThanOrEqual(diedByMs + leaseMs);
    await MinuteTask.ask(task);
    const next = await until(async () => {
      const row = await rowOf(task);
      return row.askedAt === null && row;
    });
    expect(next.holder).toContain(` ${other!.pid} `);
    expect(next.heldSince!.getTime()).toBeGreaterThanOrEqual(leaseUntil!.getTime());
    expect(next.beganAt!.getTime()).toBeGreaterThanOrEqual(next.heldSince!.getTime());
    expect(next).toMatchObject({ error: null, result: expect.any(Object) });
  }
});
