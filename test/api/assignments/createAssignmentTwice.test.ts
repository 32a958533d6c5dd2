import { workspaceClient } from '../../support/actors';
import type { Actor, Answer } from '../../support/actors';
import { useApp } from '../../support/app';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildWorkspace } from '../../support/build/workspace';
import type { BuiltWorkspace } from '../../support/build/workspace';

const path = '/api/v1/assignments';

let workspace: BuiltWorkspace;
let client: Actor;
let connectionId: string;

const app = useApp();

beforeEach(async () => {
  workspace = await buildWorkspace();
  ({ connectionId } = await buildConnection(workspace));
  client = workspaceClient(app, workspace);
  app.dispatched.length = 0;
});

const create = (overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  client('POST', path, { body: videoBody(connectionId, { idempotencyKey: 'key', ...overrides }), headers });

const markers = ({ headers }: Answer) => [headers.get('idempotent-replayed'), headers.get('idempotency-mismatch')];

async function count(table: 'assignments' | 'credit_entries', condition = 'true'): Promise<unknown> {
  const [row] = await app.database.query(`SELECT count(*) FROM ${table} WHERE workspace_id = $1 AND ${condition}`, [
    workspace.workspaceId,
  ]);
  return row?.count;
}

const age = (interval: string) =>
  app.database.query(
    `UPDATE idempotency_keys SET created_at = now() - interval '${interval}' WHERE workspace_id = $1`,
    [workspace.workspaceId],
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

it('a repeat with another body answers as the first did, and says so', async () => {
  const first = await create();
  const repeat = await create({ payload: { title: 'Another title' } });

  expect(repeat.status).toBe(201);
  expect(repeat.body).toEqual(first.body);
  expect(markers(repeat)).toEqual(['true', 'true']);
});

it('a hit answers at once, whatever has changed since', async () => {
  const first = await create();
  await app.database.query(`UPDATE connections SET is_active = false WHERE id = $1`, [connectionId]);
  await app.database.query(`UPDATE assignments SET scheduled_at = now(), payload = '{}' WHERE id = $1`, [
    first.body.id,
  ]);

  expect((await create()).body).toEqual(first.body);
});

it('a hit comes before existence and the rules of the platform', async () => {
  const first = await create();
  const repeat = await create({ connectionId: '00000000-0000-4000-8000-000000000000', payload: {} });

  expect(repeat.body).toEqual(first.body);
  expect(markers(repeat)).toEqual(['true', 'true']);
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
  expect((await client('GET', `${path}/${first.body.id}`)).body.idempotencyKey).toBe('key');
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
  const other = await buildWorkspace();
  const theirs = await buildConnection(other);
  const answer = await workspaceClient(app, other)('POST', path, {
    body: videoBody(theirs.connectionId, { idempotencyKey: 'key' }),
  });

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
