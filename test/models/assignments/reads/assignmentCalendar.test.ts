import { Client } from 'pg';
import { fill } from '../../../../bench/benches/consoleList/fill';
import { calendarTotalMax } from '../../../../domain/limits';
import { assignmentCalendar } from '../../../../models/assignments/reads/assignmentCalendar';
import { OrganizationTenant } from '../../../../models/database/Tenant';
import { buildWorkspace } from '../../../support/build/workspace';
import { plansOf } from '../../../support/runs/sentStatements';
import { useDatabase } from '../../../support/servers/database';
import { use } from '../../../support/use';

const database = useDatabase();
const perSpan = 3;
const full = new Date(Date.UTC(2027, 0, 1));
const next = new Date(Date.UTC(2027, 0, 2));
const last = new Date(Date.UTC(2027, 0, 3));

/** Far more rows in one span than are counted, as many as are counted in the next, and many in no span. */
const tenant = use(async () => {
  const client = new Client(database.url);
  await client.connect();
  try {
    const { workspaceId, organizationId } = await buildWorkspace();
    await fill(client, { workspaceId, organizationId }, 10 * calendarTotalMax);
    await client.query(
      `UPDATE assignments a SET scheduled_at = CASE WHEN place <= $2 THEN $4::timestamptz WHEN place <= $3 THEN $5 ELSE $4 - interval '1 year' END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM assignments WHERE organization_id = $1) other
       WHERE other.id = a.id`,
      [organizationId, 5 * calendarTotalMax, 6 * calendarTotalMax, full, next],
    );
    await client.query('VACUUM ANALYZE assignments');
    return new OrganizationTenant(workspaceId, organizationId);
  } finally {
    await client.end();
  }
});

const read = async () => assignmentCalendar(tenant, [full, next, last], perSpan);

it('counts to a bound, and says so', async () => {
  expect(await read()).toEqual([
    { from: full, total: calendarTotalMax, isTotalExact: false, ids: Array(perSpan).fill(expect.any(String)) },
    { from: next, total: calendarTotalMax, isTotalExact: true, ids: Array(perSpan).fill(expect.any(String)) },
  ]);
});

it('visits no row beyond the bound', async () => {
  const [plan] = await plansOf(database.query, read, 'ANALYZE, ');
  const scans = plan!.nodes.filter((node) => node['Relation Name'] === 'assignments');
  const visited = scans.map(
    (node) => node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0),
  );
  expect(visited.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(2 * (calendarTotalMax + 1 + perSpan));
});
