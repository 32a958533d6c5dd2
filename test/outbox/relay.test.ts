import { createMetrics } from '../../lib/metrics';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import { createDispatcher } from '../../outbox/dispatch';
import type { Dispatcher } from '../../outbox/dispatch';
import { startRelay } from '../../outbox/relay';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedRun } from '../support/runs/publishing';
import { until } from '../support/until';
import { collectGarbage } from '../support/media/garbage';
import { openGate } from '../support/runs/gate';
import { use, useStopping } from '../support/use';

const publishing = usePublishing();
const channel = use(async () => publishing.connect());
const stopping = useStopping();

function startOne(dispatcher: Dispatcher = publishing.dispatcher, turns: { turnMs?: number } = {}) {
  const metrics = createMetrics();
  const { logger } = publishing.deps;
  stopping(startRelay({ dispatcher, databaseUrl: publishing.database.url, logger, metrics, ...turns }));
  return metrics;
}

function dispatcherOf(client = publishing.temporal.client) {
  const metrics = createMetrics();
  return { dispatcher: createDispatcher({ client, logger: publishing.deps.logger, metrics }), metrics };
}

/** As their writers left them when they died. */
async function abandon(assignments: CreatedRun[]): Promise<void> {
  await OutboxEntry.update({ claimedUntil: null }, { where: { id: assignments.map(({ outboxId }) => outboxId) } });
}

async function entriesOf(assignments: CreatedRun[]) {
  return OutboxEntry.findAll({ where: { id: assignments.map(({ outboxId }) => outboxId) }, raw: true });
}

async function areDispatched(assignments: CreatedRun[]): Promise<boolean> {
  return (await entriesOf(assignments)).every(({ dispatchedAt }) => dispatchedAt !== null);
}

describe('the relay', () => {
  it('starts what nobody has dispatched, and it is published', async () => {
    const assignment = await publishing.create(channel);
    await abandon([assignment]);
    startOne();
    expect(await publishing.outcomeOf(await begun(assignment))).toMatchObject({ run: 'COMPLETED' });
  });

  it('leaves an outbox entry to its dispatcher, until the claim runs out', async () => {
    const assignment = await publishing.create(channel);
    const claimedUntil = new Date(Date.now() + 1500);
    await OutboxEntry.update({ claimedUntil }, { where: { id: assignment.outboxId } });
    startOne();
    await until(() => areDispatched([assignment]));
    const [entry] = await entriesOf([assignment]);
    expect(entry!.dispatchedAt!.getTime()).toBeGreaterThanOrEqual(claimedUntil.getTime());
  });

  it('hears of an order between its turns, however seldom they come', async () => {
    startOne(publishing.dispatcher, { turnMs: 3_600_000 });
    await until(async () => (await listeners()) === 1);
    const assignment = await publishing.create(channel);
    await OutboxEntry.release([assignment.outboxId]);
    await until(() => areDispatched([assignment]));
    expect(await publishing.outcomeOf(await begun(assignment))).toMatchObject({ run: 'COMPLETED' });
  });

  it('takes its turns for ever: what waits for the next one is not garbage', async () => {
    startOne();
    await until(async () => (await listeners()) === 1);
    await collectGarbage();
    const assignment = await publishing.create(channel);
    await abandon([assignment]);
    await until(() => areDispatched([assignment]));
  });

  it('goes on when it has lost its connection', async () => {
    startOne();
    await until(async () => (await listeners()) === 1);
    await publishing.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'content-delivery-relay' AND datname = current_database()`,
    );
    const assignment = await publishing.create(channel);
    await abandon([assignment]);
    await until(() => areDispatched([assignment]));
  });

  it('does not lose what it cannot dispatch: it comes again until Temporal is back', async () => {
    const gate = await openGate(publishing.temporal);
    gate.set('shut');
    const { dispatcher } = dispatcherOf(gate.client);
    const assignments = await Promise.all([publishing.create(channel), publishing.create(channel)]);
    await abandon(assignments);
    startOne(dispatcher);
    await until(async () =>
      (await entriesOf(assignments)).every(({ tries, lastError }) => tries > 0 && lastError !== null),
    );
    gate.set('open');
    await until(() => areDispatched(assignments), 30_000);
    expect((await entriesOf(assignments)).map(({ lastError }) => lastError)).toEqual([null, null]);
    await gate.stop();
  });

  it('shares the work with another relay: nothing is lost, nothing is sent twice', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const assignments: CreatedRun[] = [];
    for (let count = 0; count < 40; count += 1) assignments.push(await publishing.create(channel, { scheduledAt }));
    await abandon(assignments);
    const two = [dispatcherOf(), dispatcherOf()];
    for (const { dispatcher } of two) startOne(dispatcher);
    await until(() => areDispatched(assignments));
    expect((await entriesOf(assignments)).map(({ outcome }) => outcome)).toEqual(assignments.map(() => 'sent'));
    const values = await Promise.all(two.map(({ metrics }) => metrics.dispatches.get()));
    const counted = values.flatMap(({ values: all }) => all).map(({ value, labels }) => [labels.outcome, value]);
    expect(counted.every(([outcome]) => outcome === 'sent')).toBe(true);
    expect(counted.reduce((sum, [, value]) => sum + Number(value), 0)).toBe(assignments.length);
  });

  it('tells how old the oldest order is that is due', async () => {
    const assignment = await publishing.create(channel);
    const gate = await openGate(publishing.temporal);
    gate.set('shut');
    await OutboxEntry.update(
      { claimedUntil: null, availableAt: new Date(Date.now() - 60_000) },
      { where: { id: assignment.outboxId } },
    );
    const metrics = startOne(dispatcherOf(gate.client).dispatcher);
    await until(async () => {
      const { values } = await metrics.outboxOldestSeconds.get();
      return values.some(({ labels, value }) => labels.line === 'none' && value >= 60);
    });
    await gate.stop();
  });
});

async function begun(assignment: CreatedRun): Promise<CreatedRun> {
  await until(() => areDispatched([assignment]));
  return assignment;
}

async function listeners(): Promise<number> {
  const [row] = await publishing.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE application_name = 'content-delivery-relay' AND datname = current_database() AND query LIKE 'LISTEN %'`,
  );
  return row!.count;
}
