import { pino } from 'pino';
import { retireConnectionWorkflow, retirementWorkflowId } from '../../domain/workflowContract';
import { createMetrics } from '../../lib/metrics';
import { Connection } from '../../models/connections/Connection';
import { inTransaction } from '../../models/database/transaction';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import { continueInNextRemoval, suspectRemovals } from '../../models/removals/removalRuns';
import { markRemoved } from '../../models/removals/removedConnections';
import { Tenant } from '../../models/database/Tenant';
import { reconcile } from '../../outbox/reconcile';
import { usePublishing } from '../support/runs/publishing';
import type { Channel } from '../support/runs/publishing';

const metrics = createMetrics();
const log: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) });

const publishing = usePublishing({ workers: false });
beforeEach(async () => publishing.database.query('UPDATE connections SET removed_at = NULL RETURNING id'));

const look = async () => {
  const { dispatcher, temporal } = publishing;
  return reconcile({ client: temporal.client, dispatcher, logger, metrics }, 'recent', () => undefined);
};
const handleOf = ({ connectionId }: Channel, removal: number) =>
  publishing.temporal.client.workflow.getHandle(retirementWorkflowId({ connectionId, removal }));
const statusOf = async (channel: Channel, removal: number) =>
  handleOf(channel, removal)
    .describe()
    .then(({ status }) => status.name)
    .catch(() => 'none');
const rowOf = async ({ connectionId }: Channel) =>
  Connection.findByPk(connectionId, { raw: true, rejectOnEmpty: true });

/** A connection that was removed more than a minute ago, whose run was started then. */
async function removed(): Promise<Channel> {
  const channel = await publishing.connect();
  const { connectionId, workspaceId } = channel;
  const outboxId = await inTransaction(Connection.sequelize!, 'test', async (transaction) => {
    const generation = (await markRemoved(new Tenant(workspaceId, null), connectionId, transaction))!;
    const run = { workflow: retireConnectionWorkflow, subjectId: connectionId, generation, workspaceId };
    return OutboxEntry.add({ kind: 'start', ...run }, transaction);
  });
  await publishing.dispatcher.dispatch(outboxId);
  await age(channel);
  return channel;
}

async function age({ connectionId }: Channel): Promise<void> {
  const { query } = publishing.database;
  const minuteAgo = `now() - interval '61 s'`;
  await query(`UPDATE connections SET removed_at = ${minuteAgo} WHERE id = $1 RETURNING id`, [connectionId]);
  const sent = `UPDATE outbox SET dispatched_at = ${minuteAgo} WHERE subject_id = $1 AND dispatched_at IS NOT NULL RETURNING id`;
  await query(sent, [connectionId]);
}

describe('the removal of a connection', () => {
  it('goes on in another run when the run was lost, and is left alone while there is one', async () => {
    const channel = await removed();
    expect(await look()).toEqual({ looked: 1, repaired: 0 });
    expect(await rowOf(channel)).toMatchObject({ removals: 1 });

    await handleOf(channel, 1).terminate('lost on purpose');
    expect(await look()).toEqual({ looked: 1, repaired: 1 });
    expect(await rowOf(channel)).toMatchObject({ removals: 2, tokenStatus: 'valid' });
    expect(await statusOf(channel, 2)).toBe('RUNNING');
    expect(log.at(-1)).toMatchObject({ level: 40, connectionId: channel.connectionId, removal: 1 });
    expect((await metrics.removalsRepaired.get()).values[0]!.value).toBe(1);
    expect(await look()).toEqual({ looked: 0, repaired: 0 });
  });

  it('is found though its start was removed from the outbox long ago', async () => {
    const channel = await removed();
    await handleOf(channel, 1).terminate('lost on purpose');
    await publishing.database.query('DELETE FROM outbox WHERE subject_id = $1 RETURNING id', [channel.connectionId]);
    expect(await look()).toEqual({ looked: 1, repaired: 1 });
  });

  it.each([
    ['is erased', `access_token = NULL, refresh_token = NULL, token_status = 'missing'`],
    ['is back', 'removed_at = NULL'],
    ['was removed within the last minute', 'removed_at = now()'],
  ])('is no more looked at when the connection %s', async (_how, values) => {
    const channel = await removed();
    await handleOf(channel, 1).terminate('lost on purpose');
    await publishing.database.query(`UPDATE connections SET ${values} WHERE id = $1 RETURNING id`, [
      channel.connectionId,
    ]);
    expect(await look()).toEqual({ looked: 0, repaired: 0 });
  });

  it('does not go on when the connection is back, or another run has taken over, since it was looked at', async () => {
    const { connectionId } = await removed();
    expect(await continueInNextRemoval({ connectionId, removal: 0 })).toEqual([]);
    await publishing.database.query('UPDATE connections SET removed_at = NULL WHERE id = $1 RETURNING id', [
      connectionId,
    ]);
    expect(await continueInNextRemoval({ connectionId, removal: 1 })).toEqual([]);
  });

  it('is looked at page after page, each once', async () => {
    const ids: string[] = [];
    while (ids.length < 3) ids.push((await removed()).connectionId);
    const page = async (afterId: string | null) =>
      (await suspectRemovals(afterId, 2)).map(({ connectionId }) => connectionId);
    const inOrder = ids.toSorted();
    expect(await page(null)).toEqual(inOrder.slice(0, 2));
    expect(await page(inOrder[1]!)).toEqual(inOrder.slice(2));
  });
});
