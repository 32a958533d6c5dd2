import { moveOn } from '../../support/build/moveOn';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildCaller, useCaller } from '../../support/callers/caller';
import { buildUser } from '../../support/callers/people';

const app = useApp();
const caller = useCaller(app);

const list = async (query = '') => caller.call('GET', `/api/v1/billing/transactions${query}`);
const failure = { to: 'failed', error: { code: 'INTERNAL', message: 'x' } } as const;

it('lists every field of what changed the balance, newest first, and the amounts add up to it', async () => {
  const { assignmentId } = await buildAssignment(caller);
  await moveOn(assignmentId, failure);
  const { status, body, headers } = await list();
  const operation = { operation: 'publish.video', assignmentId, userId: null };
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const rest = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), createdAt: moment };
  expect(status).toBe(200);
  expect(body).toEqual({
    items: [
      {
        ...rest,
        ...operation,
        type: 'release',
        credits: 10,
        amount: 10,
        balanceAfter: 500,
        description: 'Released from publish.video',
      },
      {
        ...rest,
        ...operation,
        type: 'hold',
        credits: 10,
        amount: -10,
        balanceAfter: 490,
        description: 'Held for publish.video',
      },
      {
        ...rest,
        type: 'grant',
        credits: 500,
        amount: 500,
        balanceAfter: 500,
        operation: null,
        assignmentId: null,
        userId: null,
        description: 'Credits of the cycle',
      },
    ],
    total: 3,
    page: 1,
    limit: 20,
  });
  expect(headers.get('x-credits-used')).toBeNull();
});

it('pages in a stable order, each transaction once', async () => {
  for (let index = 0; index < 6; index += 1) await buildAssignment(caller);
  const whole = (await list()).body.items;
  const pages = await Promise.all([1, 2, 3, 4].map(async (page) => list(`?limit=2&page=${page}`)));
  expect(pages.flatMap(({ body }) => body.items)).toEqual(whole);
  expect(pages.map(({ body }) => body.total)).toEqual([7, 7, 7, 7]);
  expect((await list('?page=1000000000&limit=50')).body).toMatchObject({ items: [], total: 7 });
});

it('filters by type and time: dateFrom is inclusive, dateTo is not', async () => {
  await buildAssignment(caller);
  const [hold, grant] = (await list()).body.items;
  const found = async (query: string) =>
    (await list(query)).body.items.map(({ id }: { id: string }) => id) as Promise<string[]>;
  expect(await found('?type=hold')).toEqual([hold.id]);
  expect(await found('?type=purchase')).toEqual([]);
  await app.database.query('ALTER TABLE credit_entries DISABLE TRIGGER credit_entries_append_only');
  const at = async (id: string, moment: string) =>
    app.database.query('UPDATE credit_entries SET created_at = $2 WHERE id = $1 RETURNING id', [id, moment]);
  await at(grant.id, '2026-03-01T00:00:00Z');
  await at(hold.id, '2026-03-02T00:00:00Z');
  await app.database.query('ALTER TABLE credit_entries ENABLE TRIGGER credit_entries_append_only');
  expect(await found('?dateFrom=2026-03-01&dateTo=2026-03-02')).toEqual([grant.id]);
  expect(await found('?dateFrom=2026-03-01T00:00:00.001Z&dateTo=2026-03-03')).toEqual([hold.id]);
  expect(await found('?dateFrom=2026-03-01T01:00:00%2B01:00&type=grant')).toEqual([grant.id]);
});

it.each(['type=gift', 'page=0', 'limit=51', 'dateFrom=soon', 'type=', 'type=hold&type=grant'])(
  'answers 400 to %s',
  async (query) => {
    const name = query.slice(0, query.indexOf('='));
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { details: { [name]: [expect.any(String)] } } });
  },
);

it('turns a cycle that has ended first: what is left of it expires', async () => {
  await app.database.query(
    `UPDATE credit_accounts SET first_day = '2025-01-31', cycle_started_at = '2025-01-31', cycle_resets_at = '2025-02-28'
     WHERE workspace_id = $1`,
    [caller.workspaceId],
  );
  const { body } = await list();
  expect(body.items.map(({ type, amount }: { type: string; amount: number }) => [type, amount])).toEqual([
    ['grant', 500],
    ['expire', -500],
    ['grant', 500],
  ]);
});

it('shows nothing of another workspace', async () => {
  const other = await buildCaller(app);
  await buildAssignment(other);
  expect((await list()).body.total).toBe(1);
});

it('is there for the console, too', async () => {
  const owner = await buildUser(app);
  const { status, body } = await owner.call('GET', '/api/v1/console/billing/transactions?type=grant');
  expect([status, body.total]).toEqual([200, 1]);
});
