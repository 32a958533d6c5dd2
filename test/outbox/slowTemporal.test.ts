import { publishWorkflowId } from '../../domain/workflowContract';
import { createMetrics } from '../../lib/metrics';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import { createDispatcher } from '../../outbox/dispatch';
import { startRelay } from '../../outbox/relay';
import { openGate } from '../support/runs/gate';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedRun } from '../support/runs/publishing';
import { until } from '../support/until';
import { use, useEach, useStopping } from '../support/use';

const publishing = usePublishing({ workers: false });
const channel = use(async () => publishing.connect());
const gate = useEach(async () => openGate(publishing.temporal));
const stopping = useStopping();

/** As their writers left them when they died. */
async function abandonedAssignments(count: number): Promise<CreatedRun[]> {
  const assignments: CreatedRun[] = [];
  for (let n = 0; n < count; n += 1) assignments.push(await publishing.create(channel, { type: 'text' }));
  await OutboxEntry.update({ claimedUntil: null }, { where: { id: assignments.map(({ outboxId }) => outboxId) } });
  return assignments;
}

const entriesOf = async (assignments: CreatedRun[]) =>
  OutboxEntry.findAll({ where: { id: assignments.map(({ outboxId }) => outboxId) }, raw: true });
const outcomesOf = async (assignments: CreatedRun[]) => (await entriesOf(assignments)).map(({ outcome }) => outcome);
const areDispatched = async (assignments: CreatedRun[]) =>
  (await entriesOf(assignments)).every(({ dispatchedAt }) => dispatchedAt !== null);

function relay(): void {
  const { logger } = publishing.deps;
  const metrics = createMetrics();
  const dispatcher = createDispatcher({ client: gate.client, logger, metrics });
  stopping(startRelay({ dispatcher, databaseUrl: publishing.database.url, logger, metrics }));
}

const startsOf = (assignment: CreatedRun): number =>
  gate.calls.filter(({ kind, workflowId }) => kind === 'start' && workflowId === publishWorkflowId(assignment)).length;
const startsOfAll = (assignments: CreatedRun[]) => [...new Set(assignments.map(startsOf))];

describe('while Temporal answers slowly', () => {
  it('each start is waited for and sent once, and no more are under way than at first', async () => {
    const assignments = await abandonedAssignments(50);
    gate.set(1500);
    relay();
    await until(() => areDispatched(assignments), 40_000);
    expect(startsOfAll(assignments)).toEqual([1]);
    expect(new Set(await outcomesOf(assignments))).toEqual(new Set(['sent']));
    expect(Math.max(...gate.calls.map(({ underWay }) => underWay))).toBeLessThanOrEqual(32);
  });
});

describe('starts whose answers do not come in time', () => {
  it('are looked for by fewer calls at a time, and not repeated when they have happened', async () => {
    // The relay begins when all are there: to end the claim of one that it has taken would start it twice.
    const unanswered = await abandonedAssignments(32);
    await gate.client.connection.ensureConnected();
    gate.set('mute');
    relay();
    await until(async () => (await outcomesOf(unanswered)).every((outcome) => outcome === 'unknown'), 30_000);
    expect(startsOfAll(unanswered)).toEqual([1]);
    const before = gate.calls.length;
    gate.set('shut');
    gate.set('open');
    await until(() => areDispatched(unanswered), 30_000);
    expect(startsOfAll(unanswered)).toEqual([1]);
    expect(new Set(await outcomesOf(unanswered))).toEqual(new Set(['already']));
    const underWay = gate.calls.map((call) => call.underWay);
    expect(Math.max(...underWay.slice(0, before))).toBeGreaterThan(20);
    expect(Math.max(...underWay.slice(before))).toBeLessThan(20);
  });

  it('are repeated when they have not', async () => {
    gate.set('shut');
    const assignments = await abandonedAssignments(3);
    relay();
    await until(async () => (await outcomesOf(assignments)).every((outcome) => outcome === 'unknown'), 30_000);
    gate.set('open');
    await until(() => areDispatched(assignments), 30_000);
    expect(new Set(await outcomesOf(assignments))).toEqual(new Set(['sent']));
  });
});
