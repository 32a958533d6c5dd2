import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { paced } from '../../domain/pace';
import { publishAssignmentWorkflow, publishWorkflowId } from '../../domain/workflowContract';
import { createMetrics } from '../../lib/metrics';
import { Assignment } from '../../models/assignments/Assignment';
import { inTransaction } from '../../models/database/transaction';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import type { OutboxKind } from '../../models/outbox/OutboxEntry';
import { createDispatcher } from '../../outbox/dispatch';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedRun } from '../support/runs/publishing';
import { until } from '../support/until';
import { openGate } from '../support/runs/gate';
import { use, useEach } from '../support/use';

const publishing = usePublishing({ workers: false });
const channel = use(async () => publishing.connect());
const gate = useEach(async () => openGate(publishing.temporal));
const dispatcher = useEach(() => {
  const { logger } = publishing.deps;
  const made = createDispatcher({ client: gate.client, logger, metrics: createMetrics() });
  return { ...made, stop: made.drained };
});

async function order(kind: OutboxKind, assignment: CreatedRun): Promise<number> {
  const { assignmentId: subjectId, generation, channel: owner } = assignment;
  const { workspaceId } = owner;
  const entry = { kind, workflow: publishAssignmentWorkflow, subjectId, generation, workspaceId };
  return inTransaction(Assignment.sequelize!, 'test', (transaction) => OutboxEntry.add(entry, transaction));
}

async function entryOf(id: number) {
  return (await OutboxEntry.findByPk(id, { raw: true }))!;
}

/** The number of entries that any process can take again, and that were not tried. */
async function givenBack(assignments: readonly CreatedRun[]): Promise<number> {
  const entries = await Promise.all(assignments.map(async ({ outboxId }) => entryOf(outboxId)));
  return entries.filter(({ claimedUntil, dispatchedAt, tries }) => !claimedUntil && !dispatchedAt && tries === 0)
    .length;
}

async function statusOf(assignment: CreatedRun): Promise<string> {
  const { client } = publishing.temporal;
  return client.workflow
    .getHandle(publishWorkflowId(assignment))
    .describe()
    .then(
      ({ status }) => status.name,
      () => 'none',
    );
}

/** The name of the racer that is done first. */
async function firstOf(racers: Record<string, Promise<unknown>>): Promise<string> {
  return Promise.race(Object.entries(racers).map(async ([name, racer]) => racer.then(() => name)));
}

/** A call that waits as long for Temporal as a client does by itself. */
const withoutDeadline = async () => {
  const { namespace } = publishing.temporal;
  const connection = Connection.lazy({ address: gate.address });
  return new Client({ connection, namespace }).workflow
    .getHandle('of nobody')
    .describe()
    .then(
      () => 'found',
      () => 'none',
    )
    .finally(() => void connection.close());
};

describe('an order to start', () => {
  it('starts the run once, whoever dispatches it and how often', async () => {
    const assignment = await publishing.create(channel);
    await Promise.all([dispatcher.dispatch(assignment.outboxId), publishing.dispatcher.dispatch(assignment.outboxId)]);
    await dispatcher.dispatch(assignment.outboxId);
    expect(await statusOf(assignment)).toBe('RUNNING');
    const entry = await entryOf(assignment.outboxId);
    expect(entry).toMatchObject({ dispatchedAt: expect.any(Date), claimedUntil: null, lastError: null });
    expect(['sent', 'already']).toContain(entry.outcome);
    expect(await publishing.temporal.historyOf(assignment)).toHaveLength(2);
  });

  it('that is written twice finds the run that the first one began', async () => {
    const assignment = await publishing.create(channel);
    await dispatcher.dispatch(assignment.outboxId);
    const again = await order('start', assignment);
    await dispatcher.dispatch(again);
    expect(await entryOf(again)).toMatchObject({ outcome: 'already' });
  });

  it('never starts again what has ended', async () => {
    const assignment = await publishing.create(channel);
    await dispatcher.dispatch(assignment.outboxId);
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).terminate();
    await dispatcher.dispatch(await order('start', assignment));
    expect(await statusOf(assignment)).toBe('TERMINATED');
  });

  it.each([
    ['of a generation that was superseded', { generation: 2 }],
    ['of an assignment that was cancelled', { status: 'cancelled' }],
    ['of an assignment that has been published', { status: 'published' }],
  ] as const)('%s is dropped', async (_which, row) => {
    const assignment = await publishing.create(channel, row);
    await dispatcher.dispatch(assignment.outboxId);
    expect(await entryOf(assignment.outboxId)).toMatchObject({ outcome: 'dropped', dispatchedAt: expect.any(Date) });
    expect(await statusOf(assignment)).toBe('none');
  });

  it('of an assignment that has ended but owes a clean-up is carried out', async () => {
    const assignment = await publishing.create(channel, { status: 'failed', cleanup: 'due' });
    await dispatcher.dispatch(assignment.outboxId);
    expect(await statusOf(assignment)).toBe('RUNNING');
  });
});

describe.each([
  ['cancel', 'RUNNING'],
  ['terminate', 'TERMINATED'],
] as const)('an order to %s', (kind, statusAfter) => {
  it('reaches the run, and may come again', async () => {
    const assignment = await publishing.create(channel);
    await dispatcher.dispatch(assignment.outboxId);
    const orders = [await order(kind, assignment), await order(kind, assignment)];
    for (const id of orders) await dispatcher.dispatch(id);
    expect(await entryOf(orders[0]!)).toMatchObject({ outcome: 'sent' });
    expect(await entryOf(orders[1]!)).toMatchObject({ dispatchedAt: expect.any(Date), lastError: null });
    expect(await statusOf(assignment)).toBe(statusAfter);
    const events = await publishing.temporal.historyOf(assignment);
    const asked = events.filter((event) => event.workflowExecutionCancelRequestedEventAttributes);
    expect(asked).toHaveLength(kind === 'cancel' ? 1 : 0);
  });

  it.each([
    ['that never began', false],
    ['that has ended', true],
  ])('has nothing to do with a run %s', async (_which, hasBegun) => {
    const assignment = await publishing.create(channel, hasBegun ? {} : { status: 'cancelled' });
    await dispatcher.dispatch(assignment.outboxId);
    if (hasBegun) await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).terminate();
    const id = await order(kind, assignment);
    await dispatcher.dispatch(id);
    const { outcome, dispatchedAt } = await entryOf(id);
    expect(dispatchedAt).not.toBeNull();
    // The cancellation of an ended run is a success to Temporal.
    expect(['already', ...(hasBegun && kind === 'cancel' ? ['sent'] : [])]).toContain(outcome);
  });
});

describe.each(['cancel', 'terminate'] as const)('an order to %s that overtakes the order to start', (kind) => {
  it('waits for it: a run that somebody may be starting now would escape', async () => {
    const assignment = await publishing.create(channel);
    const id = await order(kind, assignment);
    await dispatcher.dispatch(id);
    expect(await entryOf(id)).toMatchObject({ dispatchedAt: null, lastError: expect.stringMatching(/not started/) });
    expect(dispatcher.room()).toBeGreaterThan(1);
    await dispatcher.dispatch(assignment.outboxId);
    await dispatcher.dispatch(id);
    expect(await entryOf(id)).toMatchObject({ outcome: 'sent' });
  });
});

describe('while Temporal is down', () => {
  it('a caller that has just committed does not wait, and the order stays, due again in a second', async () => {
    gate.set('shut');
    const assignment = await publishing.create(channel);
    const unbounded = withoutDeadline();
    dispatcher.dispatchSoon([assignment.outboxId]);
    const putOff = dispatcher.drained();
    expect(await firstOf({ putOff, caller: nextTurn() })).toBe('caller');
    expect(await firstOf({ putOff, unbounded })).toBe('putOff');
    const entry = await entryOf(assignment.outboxId);
    expect(entry).toMatchObject({
      dispatchedAt: null,
      claimedUntil: null,
      tries: 1,
      lastError: expect.stringMatching(/./),
    });
    const [{ dueMs }] = (await publishing.database.query(
      `SELECT round(extract(epoch FROM available_at - created_at) * 1000)::int AS "dueMs" FROM outbox WHERE id = $1`,
      [assignment.outboxId],
    )) as [{ dueMs: number }];
    expect(dueMs).toBeGreaterThanOrEqual(paced(1000));
    expect(await statusOf(assignment)).toBe('none');
    gate.set('open');
    await until(async () => {
      await dispatcher.dispatch(assignment.outboxId);
      return (await entryOf(assignment.outboxId)).dispatchedAt !== null;
    });
    expect((await entryOf(assignment.outboxId)).lastError).toBeNull();
    expect(await statusOf(assignment)).toBe('RUNNING');
    expect(await unbounded).toBe('none');
  });

  it('an order whose answer is lost may have been carried out: it stays, and is found done', async () => {
    const assignment = await publishing.create(channel);
    const warm = await publishing.create(channel);
    await dispatcher.dispatch(warm.outboxId);
    gate.set('mute');
    const unbounded = withoutDeadline();
    expect(await firstOf({ putOff: dispatcher.dispatch(assignment.outboxId), unbounded })).toBe('putOff');
    expect(await entryOf(assignment.outboxId)).toMatchObject({ dispatchedAt: null, tries: 1 });
    expect(await statusOf(assignment)).toBe('RUNNING');
    await publishing.dispatcher.dispatch(assignment.outboxId);
    expect(await entryOf(assignment.outboxId)).toMatchObject({ outcome: 'already' });
    gate.set('shut');
    gate.set('open');
    expect(await unbounded).toBe('none');
  });

  it('is left alone after five failures: orders then go to the relay at once, and later to Temporal', async () => {
    gate.set('shut');
    const assignments = await Promise.all(Array.from({ length: 5 }, () => publishing.create(channel)));
    // All that takes long comes before the failures: two seconds after them Temporal is asked again.
    const [late, another] = [await publishing.create(channel), await publishing.create(channel)];
    expect((await entryOf(late.outboxId)).claimedUntil).not.toBeNull();
    const other = createDispatcher({ ...publishing.deps, client: gate.client });
    await Promise.all(assignments.map(({ outboxId }) => dispatcher.dispatch(outboxId)));
    expect(dispatcher.room()).toBe(0);
    dispatcher.dispatchSoon([late.outboxId]);
    const tried = other.dispatch(another.outboxId);
    expect(await firstOf({ tried, released: dispatcher.drained() })).toBe('released');
    expect(await entryOf(late.outboxId)).toMatchObject({ claimedUntil: null, dispatchedAt: null, tries: 0 });
    gate.set('open');
    await until(() => dispatcher.room() === 1);
    await until(async () => {
      await dispatcher.dispatch(late.outboxId);
      return (await entryOf(late.outboxId)).dispatchedAt !== null;
    }, 20_000);
    await Promise.all(assignments.map(({ outboxId }) => dispatcher.dispatch(outboxId)));
    expect(await Promise.all([...assignments, late].map(statusOf))).toEqual(
      [...assignments, late].map(() => 'RUNNING'),
    );
  });

  it('an order that is not even tried keeps its place, and anybody may try it at once', async () => {
    gate.set('shut');
    const assignments = await Promise.all(Array.from({ length: 5 }, () => publishing.create(channel)));
    await Promise.all(assignments.map(({ outboxId }) => dispatcher.dispatch(outboxId)));
    const late = await publishing.create(channel);
    const before = await entryOf(late.outboxId);
    await dispatcher.dispatch(late.outboxId);
    expect(before).toMatchObject({ tries: 0, dispatchedAt: null, claimedUntil: expect.any(Date) });
    expect(await entryOf(late.outboxId)).toEqual(Object.assign(before, { claimedUntil: null }));
  });

  it('no more orders hang on it at a time than it may have, and all others go to the relay after a second', async () => {
    const warm = await publishing.create(channel);
    await dispatcher.dispatch(warm.outboxId);
    const room = dispatcher.room();
    gate.set('mute');
    const assignments = await Promise.all(
      Array.from({ length: 40 }, () => publishing.create(channel, { type: 'text' })),
    );
    dispatcher.dispatchSoon(assignments.slice(0, 10).map(({ outboxId }) => outboxId));
    dispatcher.dispatchSoon(assignments.slice(10).map(({ outboxId }) => outboxId));
    expect({ room, left: dispatcher.room() }).toEqual({ room: 32, left: 0 });
    await until(async () => (await givenBack(assignments)) === 8);
    await dispatcher.drained();
  });
});

describe('more orders than Temporal may have at a time', () => {
  const assignmentsOf = async (count: number) =>
    Promise.all(Array.from({ length: count }, () => publishing.create(channel, { type: 'text' })));

  it('wait in line, and go to Temporal when others have ended', async () => {
    const assignments = await assignmentsOf(40);
    dispatcher.dispatchSoon(assignments.map(({ outboxId }) => outboxId));
    await until(async () => {
      const entries = await Promise.all(assignments.map(async ({ outboxId }) => entryOf(outboxId)));
      expect(entries.map(({ tries }) => tries)).toEqual(assignments.map(() => 0));
      // On a machine so busy that some entries have waited for a second, the relay would take them.
      const left = entries.filter(({ claimedUntil, dispatchedAt }) => !claimedUntil && !dispatchedAt);
      dispatcher.dispatchSoon(left.map(({ id }) => id));
      return entries.every(({ outcome }) => outcome === 'sent' || outcome === 'already');
    }, 30_000);
    expect(new Set(gate.calls.map(({ workflowId }) => workflowId))).toEqual(
      new Set(assignments.map(publishWorkflowId)),
    );
    expect(Math.max(...gate.calls.map(({ underWay }) => underWay))).toBeLessThanOrEqual(33);
  });

  it('leave no room for the relay while some are in line, which go to it when the process ends', async () => {
    const assignments = await assignmentsOf(40);
    gate.set(500);
    dispatcher.dispatchSoon(assignments.map(({ outboxId }) => outboxId));
    expect(dispatcher.room()).toBe(0);
    await dispatcher.drained();
    expect(await givenBack(assignments)).toBe(8);
  });
});
