import { Client } from 'pg';
import { AssignmentSearchInput } from '../../../../api/assignments/consoleSchema';
import { fill } from '../../../../bench/benches/consoleList/fill';
import { searchRowsMax, searchTotalMax } from '../../../../domain/limits';
import { searchAssignments } from '../../../../models/assignments/reads/assignmentSearch';
import { OrganizationTenant } from '../../../../models/database/Tenant';
import { buildWorkspace } from '../../../support/build/workspace';
import { useDatabase } from '../../../support/servers/database';
import { plansOf } from '../../../support/runs/sentStatements';
import type { PlanNode } from '../../../support/runs/sentStatements';
import { use } from '../../../support/use';

const database = useDatabase();
/** Far fewer rows than there are of each status. */
const fewRows = 1_000;
const dayMs = 86_400_000;
/** The time after which only pending assignments are scheduled. */
const nextYear = new Date(Date.now() + 200 * dayMs).toISOString();
const pendingCount = searchTotalMax + 2_000;
/** Pending rows, all of one platform, lie at the far end of every order but one, and there are more of them than a total counts to. */
const workspace = use(async () => {
  const client = new Client(database.url);
  await client.connect();
  try {
    const built = await buildWorkspace();
    await fill(client, built, 4 * searchTotalMax);
    await client.query(`UPDATE assignments SET platform = 'facebook' WHERE organization_id = $1`, [
      built.organizationId,
    ]);
    await client.query(
      `UPDATE assignments SET status = 'pending', published_at = NULL, scheduled_at = now() + make_interval(days => 300),
         platform = 'youtube'
       WHERE organization_id = $1 AND id IN (
         SELECT id FROM assignments WHERE organization_id = $1 ORDER BY created_at DESC LIMIT $2)`,
      [built.organizationId, pendingCount],
    );
    await client.query('VACUUM ANALYZE assignments');
    return built;
  } finally {
    await client.end();
  }
});

const rowsOf = (plan: PlanNode): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
  plan['Actual Loops'];

/** The number of rows of `assignments` that each statement of a search has read, matches or not. */
async function rowsRead(selection: string): Promise<number[]> {
  const { page = 1, limit = 20, ...filters } = Object.fromEntries(new URLSearchParams(selection));
  const input = AssignmentSearchInput.parse({ ...filters, page: Number(page), limit: Number(limit) });
  const { workspaceId, organizationId } = workspace;
  const search = async () => searchAssignments(new OrganizationTenant(workspaceId, organizationId), input);
  return (await plansOf(database.query, search, 'ANALYZE, ')).map(({ nodes }) =>
    nodes.filter((node) => node['Relation Name'] === 'assignments').reduce((sum, node) => sum + rowsOf(node), 0),
  );
}

it.each(['createdAt', '-createdAt', 'scheduledAt', '-scheduledAt', 'publishedAt', '-publishedAt'])(
  'finds what has one status without reading what has another, sorted by %s',
  async (sort) => {
    for (const page of [1, 10]) {
      const [gathered, walked] = await rowsRead(`status=pending&sort=${sort}&page=${page}&limit=20`);

      expect(gathered).toBe(searchTotalMax + 1);
      expect(walked).toBeLessThan(fewRows);
    }
  },
);

/** The time after which all rows are pending, and more than a total counts to. */
const recently = new Date(Date.now() - (pendingCount - 60) * 60_000).toISOString();
it.each([
  ['scheduledFrom', 'createdAt', nextYear],
  ['scheduledFrom', 'publishedAt', nextYear],
  ['scheduledFrom', '-publishedAt', nextYear],
  ['dateFrom', '-publishedAt', recently],
  ['dateFrom', 'scheduledAt', recently],
])('visits no row outside of a range that begins with %s, sorted by %s', async (name, sort, from) => {
  const [, walked] = await rowsRead(`${name}=${from}&sort=${sort}&limit=20`);
  expect(walked).toBeLessThan(fewRows);
});

it('would be seen to walk an index to its far end: a filter that no index of an order has does', async () => {
  const [, walked] = await rowsRead('platform=youtube&sort=createdAt&limit=20');
  expect(walked).toBeGreaterThan(fewRows);
});

it('reads no page that lies behind the rows that a list has', async () => {
  const last = Math.floor(searchRowsMax / 20);
  expect(await rowsRead(`status=pending&page=${last}&limit=20`)).toHaveLength(2);
  expect(await rowsRead(`status=pending&page=${last + 1}&limit=20`)).toHaveLength(1);
  expect(await rowsRead('status=pending&page=1000000000&limit=50')).toHaveLength(1);
});
