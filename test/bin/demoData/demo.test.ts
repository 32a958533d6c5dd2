import { contentTypes } from '../../../domain/assignment';
import { failureKinds } from '../../../domain/failures/failures';
import { platformSlugs } from '../../../domain/platform';
import { isLocalDatabase } from '../../../bin/demoData/isLocal';
import { historyDays, makeHistory } from '../../../bin/demoData/makeHistory';
import { onSandbox } from '../../../bin/demoData/onSandbox';
import { makeDemo, removeDemo } from '../../../bin/demoData/workspace';
import { addDays } from '../../../domain/statistics';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { DailyStatistic } from '../../../models/statistics/DailyStatistic';
import { foldStatistics } from '../../../models/statistics/foldStatistics';
import { OrganizationTenant } from '../../../models/database/Tenant';
import { countAll } from '../../models/statistics/fullCount';
import { wrongSums } from '../../models/billing/ledger';
import { useSandbox } from '../../support/servers/sandbox';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';
import { testPasswords, testSecrets } from '../../support/secrets';

const database = useDatabase();
const sandbox = useSandbox();
const now = new Date();
const make = async () => {
  const deps = { sequelize: database.sequelize, secrets: testSecrets, passwords: testPasswords };
  return makeDemo(deps, makeHistory(now), now);
};

it('has every platform, kind, end and code of failure, and something on each of 90 days', async () => {
  const { workspaceId } = await make();
  const values = async (column: string) => {
    const sql = `SELECT DISTINCT ${column} AS value FROM assignments a JOIN assignment_events e ON e.assignment_id = a.id WHERE workspace_id = $1`;
    return (await database.query<{ value: string | null }>(sql, [workspaceId]))
      .flatMap(({ value }) => value ?? [])
      .sort();
  };
  expect(await values('platform')).toEqual([...platformSlugs].sort());
  expect(await values('type')).toEqual([...contentTypes].sort());
  // No run would end an assignment that is under way.
  expect(await values('a.status')).toEqual(['cancelled', 'failed', 'published']);
  expect(await values(`e.errors->0->>'code'`)).toEqual(Object.keys(failureKinds).sort());
  expect((await values(`to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`)).length).toBeGreaterThanOrEqual(
    historyDays - 1,
  );
});

it('is known to the sandbox: its channels work, and each published post is there, with its numbers', async () => {
  const history = await onSandbox(makeHistory(now, `${sandbox.url}/_sandbox/media`), sandbox.url, now);
  const deps = { sequelize: database.sequelize, secrets: testSecrets, passwords: testPasswords };
  const { workspaceId } = await makeDemo(deps, history, now);
  for (const { platform, grant } of history.channels.filter((one) => one.platform === 'youtube')) {
    const answer = await sandbox.youtube('GET', `/${platform}/v3/channels?part=id&mine=true`, {
      token: grant!.accessToken,
    });
    expect(answer.body.items).toHaveLength(1);
  }
  const connected = await database.query(
    'SELECT DISTINCT is_active, token_status, refresh_token IS NULL AS lacks FROM connections WHERE workspace_id = $1',
    [workspaceId],
  );
  expect(connected).toEqual([{ is_active: true, token_status: 'valid', lacks: false }]);
  const { platforms } = await sandbox.state();
  const known = Object.values(platforms).flatMap(({ videos, posts }) => [...videos, ...posts]);
  const ids = new Set(known.map(({ id }: { id: string }) => id));
  const published = await database.query<{ id: string; pictured: boolean }>(
    `SELECT platform_post_id AS id, EXISTS (SELECT FROM pictures p WHERE p.id = a.id) AS pictured
     FROM assignments a WHERE workspace_id = $1 AND status = 'published'`,
    [workspaceId],
  );
  expect(published.length).toBeGreaterThan(300);
  expect(published.filter(({ id, pictured }) => !ids.has(id) || !pictured)).toEqual([]);
});

it('has a ledger that adds up at each entry, and statistics that are a full count', async () => {
  const owner = await make();
  const tenant = new OrganizationTenant(owner.workspaceId, owner.organizationId);
  const wrong = await database.query(
    `SELECT * FROM (SELECT balance_after, sum(amount) OVER (ORDER BY seq) AS balance, created_at < lag(created_at) OVER (ORDER BY seq) AS is_late
                    FROM credit_entries WHERE workspace_id = $1) e WHERE balance <> balance_after OR is_late`,
    [owner.workspaceId],
  );
  expect(wrong).toEqual([]);
  expect(await database.query(wrongSums, [owner.workspaceId])).toEqual([]);
  const used = await database.query('SELECT used > 0 AS "isUsed" FROM member_credits WHERE workspace_id = $1', [
    owner.workspaceId,
  ]);
  expect(used).toEqual([{ isUsed: true }]);
  const [sum] = await database.query('SELECT sum(amount)::int AS balance FROM credit_entries WHERE workspace_id = $1', [
    owner.workspaceId,
  ]);
  expect(sum).toEqual({ balance: await CreditAccount.balance(tenant) });
  expect(await CreditAccount.turnCycle(tenant)).toBe(false);

  while ((await foldStatistics(1000)) > 0);
  const today = await DailyStatistic.today();
  const amounts = await DailyStatistic.amounts(tenant, { first: addDays(today, -historyDays), last: today });
  const inOrder = amounts.toSorted((a, b) => (`${a.day} ${a.measure}` < `${b.day} ${b.measure}` ? -1 : 1));
  expect(inOrder).toEqual(await countAll(database, owner));
});

it('is removed whole, and made anew in the place of an earlier one; what is not its own stays', async () => {
  const assignments = await buildAssignments(database);
  await assignments.walked('published');
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'schema_migrations'`,
  );
  const countRows = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async ({ name }) => {
          const [row] = await database.query<{ count: number }>(`SELECT count(*) AS count FROM ${name}`);
          return [name, row!.count] as const;
        }),
      ),
    );
  await removeDemo(database);
  const before = await countRows();
  await make();
  const once = await countRows();
  await make();
  expect(await countRows()).toEqual(once);
  while ((await foldStatistics(1000)) > 0);
  expect(await removeDemo(database)).toBe(1);
  const { statistic_changes: _changes, daily_statistics: _sums, publish_times: _times, ...left } = await countRows();
  expect(before).toMatchObject(left);
  const ofOthers = 'SELECT 1 FROM daily_statistics WHERE workspace_id <> $1';
  expect(await database.query(ofOthers, [assignments.workspaceId])).toEqual([]);
  expect(await removeDemo(database)).toBe(0);
});

it.each([
  ['postgres://localhost/app', true],
  ['postgres://ada:secret@127.0.0.1:5433/app', true],
  ['postgres://[::1]:5433/app', true],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/app', true],
  ['postgres:///app?host=/var/run/postgresql', true],
  ['postgres:///app', false],
  ['postgres://db.example:5432/app', false],
  ['postgres://10.0.0.5/app', false],
  ['postgres://127.0.0.1.example/app', false],
  ['postgres://localhost/app?host=db.example', false],
])('takes %s for a database on this machine: %s', (url, isLocal) => {
  expect(isLocalDatabase(url)).toBe(isLocal);
});
