import { Client } from 'pg';
import { AssignmentSearchInput } from '../../../../api/assignments/consoleSchema';
import { combinations, filterValues } from '../../../../bench/benches/consoleList/combinations';
import { fill } from '../../../../bench/benches/consoleList/fill';
import { searchTotalMax } from '../../../../domain/limits';
import { searchAssignments } from '../../../../models/assignments/reads/assignmentSearch';
import { assignmentSummaries } from '../../../../models/assignments/reads/assignmentSummaries';
import { OrganizationTenant } from '../../../../models/database/Tenant';
import { buildWorkspace } from '../../../support/build/workspace';
import { byCounts, draw } from '../../../support/counts';
import { useDatabase } from '../../../support/servers/database';
import { plansOf } from '../../../support/runs/sentStatements';
import type { PlanNode } from '../../../support/runs/sentStatements';
import { use } from '../../../support/use';

/** The rows of each workspace: the first has more than a total counts to, so that both ways of reading are taken. */
const sizes = [searchTotalMax + 1_000, 8_000, 8_000, 8_000, 8_000, 8_000];

const database = useDatabase();
/** The first workspace, among several. */
const scene = use(async () => {
  const client = new Client(database.url);
  await client.connect();
  try {
    const built = [];
    for (const size of sizes) {
      const workspace = await buildWorkspace();
      built.push({ workspace, connectionIds: await fill(client, workspace, size) });
    }
    return built[0]!;
  } finally {
    await client.end();
  }
});

/** The nodes that read `assignments` from its beginning to its end, in the plans of all statements that `work` makes. */
async function fullScans(work: () => Promise<unknown>): Promise<{ statements: number; scans: string[] }> {
  const plans = await plansOf(database.query, work);
  const isFullScan = (node: PlanNode) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'assignments';
  const scans = plans.flatMap(({ text, nodes }) => nodes.filter(isFullScan).map(() => text));
  return { statements: plans.length, scans };
}

it('reads no table of assignments to its end, whatever the filters and the order of the list', async () => {
  const all = combinations(filterValues(scene.connectionIds), 0);
  const { workspaceId, organizationId } = scene.workspace;
  // A list of the console shows one organization.
  const tenant = new OrganizationTenant(workspaceId, organizationId);
  const scanned: string[] = [];
  let statements = 0;
  // Sort, page, and one filter at most: the many matches tempt PostgreSQL to read the whole table.
  const isSimple = (selection: string) => new URLSearchParams(selection).size <= 3;
  const compound = draw(
    all.filter((selection) => !isSimple(selection)),
    byCounts({ few: 100, sample: 500, full: all.length }),
  );
  for (const selection of [...all.filter(isSimple), ...compound]) {
    const { page, ...filters } = Object.fromEntries(new URLSearchParams(selection));
    const input = AssignmentSearchInput.parse({ ...filters, page: Number(page) });
    const found = await fullScans(async () => {
      const { ids } = await searchAssignments(tenant, input);
      await assignmentSummaries(tenant, ids ?? []);
    });
    statements += found.statements;
    if (found.scans.length > 0) scanned.push(selection);
  }
  expect(statements).toBeGreaterThan(150);
  expect(scanned).toEqual([]);
});

it('would be seen to read all: a condition without an index does', async () => {
  const { scans } = await fullScans(async () =>
    database.sequelize.query('SELECT count(*) FROM assignments WHERE generation > $least', { bind: { least: 5 } }),
  );
  expect(scans).toHaveLength(1);
});
