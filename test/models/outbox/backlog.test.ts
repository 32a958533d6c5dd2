import { z } from 'zod';
import { sql, word } from '../../../models/database/fragment';
import { statement } from '../../../models/database/statement';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { claimDue } from '../../../models/outbox/outboxTurns';
import { placesLeft } from '../../../models/outbox/places';
import { moveOn } from '../../support/build/moveOn';
import { buildAssignment } from '../../support/build/assignment';
import { useDatabase } from '../../support/servers/database';
import { dispatchAll, end, entryOf, openTenant, start, startMany } from '../../support/runs/lines';

const places = { runs: 4, webhooks: 8 };
const dayMs = 86_400_000;
const database = useDatabase({ poolSize: 20, places });

beforeEach(async () => database.query('DELETE FROM outbox'));

/** A workspace with four assignments at work; the others of these wait. */
async function backlogOf(count: number) {
  const tenant = await openTenant();
  const starts = await startMany(tenant, count);
  const atWork = starts.slice(0, places.runs);
  await dispatchAll(atWork.flatMap(({ claimed }) => claimed));
  return { tenant, atWork, next: await entryOf(starts[places.runs]!) };
}

/** A start that waits, in a workspace whose earlier ones have ended more than ten minutes after they were asked for. */
async function waitingStart(): Promise<void> {
  const tenant = await openTenant();
  const starts = await startMany(tenant, places.runs + 1);
  await database.query(
    `UPDATE outbox SET created_at = created_at - interval '10 minutes' WHERE workspace_id = $1 AND claimed_until IS NOT NULL`,
    [tenant.workspaceId],
  );
  for (const assignment of starts) await end(assignment);
}

describe('a backlog', () => {
  it('fills a quarter of its places while another workspace has something at work', async () => {
    const { atWork, next } = await backlogOf(9 * places.runs + 1);
    await start(await openTenant());
    for (const assignment of atWork.slice(0, 3)) await end(assignment);
    expect(await OutboxEntry.claimDue(10)).toEqual([]);

    await end(atWork[3]!);
    expect(await OutboxEntry.claimDue(10)).toEqual([next]);
  });

  it('fills half of its places for ten minutes after a post of another workspace, and then all of them', async () => {
    const { atWork } = await backlogOf(9 * places.runs + 1);
    const ofSmall = await start(await openTenant());
    await dispatchAll(ofSmall.claimed);
    for (const assignment of [ofSmall, ...atWork]) await end(assignment);
    expect(await OutboxEntry.claimDue(10)).toHaveLength(2);

    await database.query(`UPDATE outbox SET created_at = created_at - interval '10 minutes' WHERE is_at_once`);
    expect(await OutboxEntry.claimDue(10)).toHaveLength(2);
  });

  it.each([
    [
      'has only posts of a later time',
      async () => start(await openTenant(), { scheduledAt: new Date(Date.now() + dayMs) }),
    ],
    ['has posts of which each had to wait', async () => waitingStart()],
  ])('fills all of its places beside a workspace that %s', async (_what, ask) => {
    const { atWork } = await backlogOf(9 * places.runs + 1);
    await ask();
    for (const assignment of atWork) await end(assignment);
    expect((await OutboxEntry.claimDue(10)).length).toBeGreaterThanOrEqual(places.runs);
  });

  it('does not step back for another backlog', async () => {
    const { atWork, next } = await backlogOf(9 * places.runs + 1);
    await backlogOf(9 * places.runs + 1);
    await end(atWork[0]!);
    expect(await OutboxEntry.claimDue(10)).toEqual([next]);
  });

  it('of webhooks steps back for a post of another workspace, too', async () => {
    const { workspaceId } = await openTenant();
    await database.query(
      `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line)
       SELECT 'start', 'deliverWebhook', gen_random_uuid(), 1, $1, 'webhook receiver.example'
       FROM generate_series(1, 10 * $2::int)`,
      [workspaceId, places.webhooks],
    );
    const ofSmall = await start(await openTenant());
    expect(await OutboxEntry.claimDue(10)).toHaveLength(1);

    await dispatchAll(ofSmall.claimed);
    await end(ofSmall);
    expect(await OutboxEntry.claimDue(10)).toHaveLength(3);
  });

  it('of posts does not step back for a webhook', async () => {
    const { atWork, next } = await backlogOf(9 * places.runs + 1);
    const { assignmentId } = await buildAssignment(await openTenant(), { callbackUrl: 'https://receiver.example/' });
    expect(await moveOn(assignmentId, { to: 'uploading' })).toEqual([expect.any(Number)]);
    await end(atWork[0]!);
    expect(await OutboxEntry.claimDue(10)).toEqual([next]);
  });

  it('is more than eight for each place: so many have all their places beside another workspace', async () => {
    const { atWork, next } = await backlogOf(9 * places.runs);
    await start(await openTenant());
    await end(atWork[0]!);
    expect(await OutboxEntry.claimDue(10)).toEqual([next]);
  });
});

describe('the places that are free', () => {
  it('are counted by those that are taken, however many wait', async () => {
    const { tenant } = await backlogOf(places.runs + 2);
    await database.query(
      `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line)
       SELECT 'start', 'publishAssignment', gen_random_uuid(), 1, $1, 'publish media' FROM generate_series(1, 5000)`,
      [tenant.workspaceId],
    );
    await database.query('ANALYZE outbox');
    const left = placesLeft(word(tenant.workspaceId), word('publish media'));
    const { text } = statement('tests.placesLeft', z.strictObject({ free: z.int() }), sql`SELECT ${left} AS free`);
    const limits = [places.runs, places.webhooks];
    expect(await database.query(text, limits)).toEqual([{ free: 0 }]);
    const plan = await database.query(`EXPLAIN ${text}`, limits);
    expect(plan.map((row) => Object.values(row)[0]).join('\n')).toContain('outbox_places');
  });

  it('are left to a neighbour that an index finds, however many orders there are', async () => {
    const { workspaceId } = await openTenant();
    await database.query(
      `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, dispatched_at)
       SELECT 'start', 'publishAssignment', gen_random_uuid(), 1, $1, '', now() FROM generate_series(1, 20000)`,
      [workspaceId],
    );
    await start(await openTenant());
    await database.query('ANALYZE outbox');
    const values: Record<string, number> = { ...places, limit: 10 };
    const plan = await database.query(
      `EXPLAIN ${claimDue.text}`,
      claimDue.parameters.map(({ name }) => values[name]),
    );
    expect(plan.map((row) => Object.values(row)[0]).join('\n')).toContain('outbox_at_once');
  });
});
