import { createHash, randomUUID } from 'node:crypto';
import type { Answer } from '../../../support/actors';
import { useApp } from '../../../support/callers/app';
import { buildCaller, useCaller, waysToAccept } from '../../../support/callers/caller';
import { until } from '../../../support/until';
import { nothing, writtenBy } from '../../../support/runs/written';

const path = '/api/v1/assignments';

const app = useApp();
describe.each(waysToAccept)('on %s', (_way, way) => {
  const caller = useCaller(app, way);
  const create: typeof caller.create = (overrides, headers) =>
    caller.create({ idempotencyKey: 'key', ...overrides }, headers);

  const markers = ({ headers }: Answer) => [headers.get('idempotent-replayed'), headers.get('idempotency-mismatch')];

  async function count(table: 'assignments' | 'credit_entries', condition = 'true'): Promise<unknown> {
    const [row] = await app.database.query(`SELECT count(*) FROM ${table} WHERE workspace_id = $1 AND ${condition}`, [
      caller.workspaceId,
    ]);
    return row?.count;
  }

  const age = (interval: string) =>
    app.database.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '${interval}' WHERE workspace_id = $1`,
      [caller.workspaceId],
    );

  it('a repeat answers 201 with the first body, uses no credits and makes nothing', async () => {
    const first = await create({ scheduledAt: '2026-12-01T10:00:00+01:00' });
    const repeat = await create({ scheduledAt: '2026-12-01T10:00:00+01:00' });

    expect(repeat.status).toBe(201);
    expect(repeat.body).toEqual(first.body);
    expect(markers(repeat)).toEqual(['true', null]);
    expect(repeat.headers.get('x-credits-used')).toBe('0');
    expect(repeat.headers.get('x-credits-balance')).toBe('490');
    expect(await count('assignments')).toBe(1);
    expect(await count('credit_entries', "type = 'hold'")).toBe(1);
    expect(app.dispatched).toHaveLength(1);
  });

  it('a repeat that means the same, written otherwise, is no mismatch', async () => {
    await create({ scheduledAt: '2026-12-01T10:00:00+01:00', payload: { title: 'a', privacy: 'public' } });
    const repeat = await create({
      payload: { privacy: 'public', title: 'a' },
      scheduledAt: '2026-12-01T09:00:00.000Z',
      externalId: null,
    });

    expect(markers(repeat)).toEqual(['true', null]);
  });

  it('a repeat with another body answers the first assignment, and says so', async () => {
    const first = await create();
    const repeat = await create({ payload: { title: 'Another title' } });

    expect(repeat.status).toBe(201);
    expect(repeat.body).toEqual(first.body);
    expect(markers(repeat)).toEqual(['true', 'true']);
  });

  it('an optional field that is null, or that requests did not have yet, is no mismatch', async () => {
    const body = { connectionId: caller.connectionId, type: 'video', payload: { title: 'a' } };
    const mediaUrl = 'https://media.example/a.mp4';
    await caller.call('POST', path, { body: { ...body, mediaUrl, idempotencyKey: 'bare' } });
    const [row] = await app.database.query(`SELECT request_hash FROM idempotency_keys WHERE workspace_id = $1`, [
      caller.workspaceId,
    ]);

    expect(row?.request_hash).toBe(
      createHash('sha256')
        .update(
          JSON.stringify({
            connectionId: caller.connectionId,
            idempotencyKey: 'bare',
            mediaUrl,
            payload: { title: 'a' },
            type: 'video',
          }),
        )
        .digest('hex'),
    );
  });

  it('a payload that is nested without end is distinguished from another one', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = (title: string) =>
      `{"connectionId":"${caller.connectionId}","type":"video","mediaUrl":"https://media.example/a.mp4",` +
      `"idempotencyKey":"deep","payload":{"title":"${title}","unknown":${deep}}}`;
    const first = await caller.call('POST', path, { body: body('a') });
    const repeat = await caller.call('POST', path, { body: body('a') });
    const other = await caller.call('POST', path, { body: body('b') });

    expect([first.status, repeat.status, other.status]).toEqual([201, 201, 201]);
    expect([markers(repeat), markers(other)]).toEqual([
      ['true', null],
      ['true', 'true'],
    ]);
  });

  it('a hit answers at once, whatever has changed since', async () => {
    const first = await create();
    await app.database.query(`UPDATE connections SET is_active = false WHERE id = $1`, [caller.connectionId]);

    expect((await create()).body).toEqual(first.body);
  });

  it('a hit comes before existence and the rules of the platform', async () => {
    const first = await create();
    const repeat = await create({ connectionId: '00000000-0000-4000-8000-000000000000', payload: {} });

    expect(repeat.body).toEqual(first.body);
    expect(markers(repeat)).toEqual(['true', 'true']);
  });

  it.each(['mediaUrl', 'callbackUrl'])('the form of %s comes before the key and the connection', async (field) => {
    await create();
    const hit = await create({ [field]: 'https:media.example' });
    const foreign = await create({
      [field]: 'https:media.example',
      connectionId: randomUUID(),
      idempotencyKey: 'other',
    });

    expect([hit.status, foreign.status]).toEqual([400, 400]);
    expect(Object.keys(hit.body.details)).toEqual([field]);
  });

  it('a malformed body comes before the key', async () => {
    await create();
    expect((await create({ type: 'poem' })).status).toBe(400);
  });

  it('the header Idempotency-Key is the same key', async () => {
    const first = await create();
    const byHeader = await create({ idempotencyKey: undefined }, { 'idempotency-key': 'key' });
    const byBoth = await create({}, { 'idempotency-key': 'key' });

    expect([byHeader.body, byBoth.body]).toEqual([first.body, first.body]);
    expect([markers(byHeader), markers(byBoth)]).toEqual([
      ['true', null],
      ['true', null],
    ]);
    expect((await caller.call('GET', `${path}/${first.body.id}`)).body.idempotencyKey).toBe('key');
  });

  it.each(['\u{1f469}\u200d\u{1f373}', 'clé', 'a b'])('a key may be %j', async (idempotencyKey) => {
    const answers = [await create({ idempotencyKey }), await create({ idempotencyKey })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
  });

  it('a refused request does not use the key up', async () => {
    expect((await create({ payload: {} })).status).toBe(400);
    expect((await create({ connectionId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);

    const first = await create();
    expect(first.status).toBe(201);
    expect(markers(first)).toEqual([null, null]);
  });

  it('two workspaces do not see each other’s keys', async () => {
    const first = await create();
    const other = await buildCaller(app);
    const answer = await other.create({ idempotencyKey: 'key' });

    expect(answer.status).toBe(201);
    expect(answer.body.id).not.toBe(first.body.id);
    expect(markers(answer)).toEqual([null, null]);
  });

  it('a key lasts 24 hours by the database’s clock, and no longer', async () => {
    const first = await create();
    await age('23 hours 59 minutes 50 seconds');
    expect((await create()).body.id).toBe(first.body.id);

    await age('24 hours');
    const next = await create();
    expect(next.status).toBe(201);
    expect(next.body.id).not.toBe(first.body.id);
    expect(markers(next)).toEqual([null, null]);

    expect((await create()).body.id).toBe(next.body.id);
    expect(await count('assignments')).toBe(2);
  });

  it('200 twins at the same moment make one assignment, one hold and one start, and all get the same 201', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => create()));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('x-credits-used') === '10')).toHaveLength(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(199);
    expect(await count('assignments')).toBe(1);
    expect(await count('credit_entries', "type = 'hold'")).toBe(1);
    expect(app.dispatched).toHaveLength(1);
  });

  it('32 callers on one account never overdraw it, and its row equals the sum of its entries', async () => {
    const { workspaceId, create: createVideo } = await buildCaller(app, { ...way, credits: 333 });
    await app.database.query('UPDATE credit_accounts SET purchased = 50 WHERE workspace_id = $1', [workspaceId]);
    const createFour = async (number: number) => {
      const types = Array.from({ length: 4 }, (_, turn) => ((number + turn) % 2 === 0 ? 'video' : 'short'));
      const answers = [];
      for (const type of types) answers.push(await createVideo({ type }));
      return answers;
    };
    const answers = (await Promise.all(Array.from({ length: 32 }, (_, number) => createFour(number)))).flat();

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 402]));
    const used = answers.reduce((sum, { headers }) => sum + Number(headers.get('x-credits-used')), 0);
    const [account] = await app.database.query<{ balance: number; entries: number; lowest: number }>(
      `SELECT monthly_credits - held - posted + purchased AS balance,
            (SELECT sum(amount)::int + 50 FROM credit_entries e WHERE e.workspace_id = a.workspace_id) AS entries,
            (SELECT min(balance_after) FROM credit_entries e WHERE e.workspace_id = a.workspace_id) AS lowest
     FROM credit_accounts a WHERE workspace_id = $1`,
      [workspaceId],
    );
    expect(account).toEqual({ balance: 383 - used, entries: 383 - used, lowest: expect.any(Number) });
    expect(account?.balance).toBeGreaterThanOrEqual(0);
    expect(account?.balance).toBeLessThan(5);
  });

  it('every balance that is answered was the balance after that request', async () => {
    const { create: createVideo } = await buildCaller(app, { ...way, credits: 100 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => createVideo()));

    const balances = answers.map(({ headers }) => Number(headers.get('x-credits-balance'))).sort((a, b) => b - a);
    expect(balances).toEqual([90, 80, 70, 60, 50, 40, 30, 20]);
  });

  describe('503', () => {
    it('answers Retry-After when the database goes away in the middle, and writes nothing', async () => {
      const { sequelize } = app.database;
      const lock = await sequelize.transaction();
      const locked = 'SELECT 1 FROM credit_accounts WHERE workspace_id = $1 FOR UPDATE';
      await sequelize.query(locked, { bind: [caller.workspaceId], transaction: lock });
      const pending = caller.create({ idempotencyKey: 'key-503' });
      await until(async () => {
        const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await app.database.query(ended)).length > 0;
      });
      const answer = await pending;
      await lock.rollback();

      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.body).toEqual({ error: 'UNAVAILABLE', message: expect.any(String), details: {} });
      expect(await writtenBy(app, caller)).toEqual(nothing);
      expect((await caller.create({ idempotencyKey: 'key-503' })).status).toBe(201);
    });
  });

  describe('500', () => {
    it('tells the request id, and neither a stack nor SQL; the log has what happened', async () => {
      await app.database.query('ALTER TABLE outbox RENAME COLUMN workflow TO canary_column');
      const answer = await caller.create({}, { 'x-request-id': 'request-500' });
      await app.database.query('ALTER TABLE outbox RENAME COLUMN canary_column TO workflow');

      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        error: 'INTERNAL',
        message: expect.any(String),
        details: { requestId: 'request-500' },
      });
      expect(JSON.stringify(answer.body)).not.toMatch(/select|insert|column|outbox| at /i);
      expect(answer.headers.get('x-request-id')).toBe('request-500');
      expect(await writtenBy(app, caller)).toEqual(nothing);
      expect(app.dispatched).toEqual([]);
      const fault = app.log.find((line) => line.msg === 'request failed');
      expect(fault).toMatchObject({
        requestId: 'request-500',
        fault: { message: expect.stringContaining('workflow') },
      });
      expect(JSON.stringify(app.log)).not.toContain('Walking the coast path');
    });
  });
});
