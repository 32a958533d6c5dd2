import { useApp } from '../../support/app';
import { buildConnection } from '../../support/build/connection';
import { useCaller } from '../../support/caller';
import { writtenBy } from '../../support/written';

const app = useApp();
const caller = useCaller(app, { credits: 100, isKnown: true });
const query = async (sql: string) => app.database.query(sql, [caller.workspaceId]);

/** The statements of one request, each by its first words. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { options } = app.deps.sequelize as unknown as { options: { logging: unknown } };
  const { logging } = options;
  const seen: string[] = [];
  options.logging = (sql: string) => void seen.push(sql.replace(/^Executing \([^)]*\): /, '').slice(0, 12));
  try {
    await work();
  } finally {
    options.logging = logging;
  }
  return seen;
}

describe('the second job for a channel', () => {
  it('is accepted by a single statement, as the first one was in a transaction', async () => {
    const body = { callbackUrl: 'https://caller.example/hook', externalId: 'mine', payload: { title: 'T', other: 1 } };
    const first = await caller.create({ ...body, idempotencyKey: 'one', connectionId: await newChannel() });
    let second: Awaited<ReturnType<typeof caller.create>> | undefined;
    const statements = await statementsOf(
      async () => (second = await caller.create({ ...body, idempotencyKey: 'two' })),
    );

    expect(second?.status).toBe(201);
    expect(statements).toEqual(['SELECT id, a', 'WITH claimed']);
    const own = { id: expect.any(String), connectionId: caller.connectionId, createdAt: expect.any(String) };
    expect(second?.body).toEqual({ ...first.body, ...own });
    const headersOf = ({ headers }: typeof first) => headers.get('x-ignored-payload-fields');
    expect(headersOf(second!)).toBe(headersOf(first));
    const rows = await query(
      `SELECT a.*, e.status AS event, o.kind, o.line, o.claimed_until IS NOT NULL AS is_claimed, k.request_hash IS NOT NULL AS is_keyed,
              h.credits, h.balance_after FROM assignments a JOIN assignment_events e ON e.assignment_id = a.id
       JOIN outbox o ON o.subject_id = a.id JOIN idempotency_keys k ON k.assignment_id = a.id
       JOIN credit_entries h ON h.hold_id = a.hold_id WHERE a.workspace_id = $1 ORDER BY a.id`,
    );
    const varying = ['id', 'connection_id', 'idempotency_key', 'hold_id', 'created_at', 'updated_at', 'balance_after'];
    const [one, two] = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !varying.includes(name))),
    );
    expect(two).toEqual(one);
    expect(rows.map((row) => row['balance_after'])).toEqual([90, 80]);
    expect(app.dispatched).toHaveLength(2);
  });

  const newChannel = async () => (await buildConnection(caller, {})).connectionId;
});

describe('where something stands in the way, the single statement leaves nothing behind, and the answer says what', () => {
  it.each([
    ['an inactive connection', 'UPDATE connections SET is_active = false WHERE workspace_id = $1', 409],
    ['a removed one', 'UPDATE connections SET removed_at = now() WHERE workspace_id = $1', 404],
    ['too few credits', 'UPDATE credit_accounts SET monthly_credits = 9 WHERE workspace_id = $1', 402],
  ])('%s', async (_what, sql, status) => {
    await query(sql);
    const statements = await statementsOf(async () => {
      expect((await caller.create({ idempotencyKey: 'key' })).status).toBe(status);
    });
    expect(statements).toContain('WITH claimed');
    expect(await writtenBy(app, caller)).toEqual({ assignments: 0, holds: 0, keys: 0, starts: 0 });
    // The next one asks in a transaction, and fails at no constraint of the database.
    expect(await statementsOf(async () => caller.create())).not.toContain('WITH claimed');
  });

  it('a connection without a token: the job fails at once', async () => {
    await query(`UPDATE connections SET token_status = 'expired' WHERE workspace_id = $1`);
    const { body } = await caller.create({ idempotencyKey: 'key' });
    const { body: detail } = await caller.call('GET', `/api/v1/assignments/${body.id}`);
    expect(detail).toMatchObject({ status: 'failed', errors: [{ code: 'TOKEN_EXPIRED' }] });
    expect((await caller.create({ idempotencyKey: 'key' })).body).toEqual({ ...body, status: 'failed' });
  });

  it('a cycle that has ended: the next one begins first', async () => {
    await query(
      `UPDATE credit_accounts SET held = 95, cycle_started_at = now() - interval '40 days',
         cycle_resets_at = now() - interval '9 days' WHERE workspace_id = $1`,
    );
    expect((await caller.create()).status).toBe(201);
  });

  it('a key in use: the first answer comes again, and no statement fails', async () => {
    const first = await caller.create({ idempotencyKey: 'key' });
    const again = await caller.create({ idempotencyKey: 'key', payload: { title: 'Other' } });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-mismatch')).toBe('true');
    expect(await writtenBy(app, caller)).toEqual({ assignments: 1, holds: 1, keys: 1, starts: 1 });
  });
});
