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
import { use } from '../../../support/use';

/** Of the first workspace more than a total counts to, so that both ways of reading are taken. */
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

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

type Query = (sql: unknown, options?: { bind?: object; type?: string }) => Promise<unknown>;

/** The nodes that read `assignments` from its beginning to its end, in the plans of all statements that `work` makes. */
async function fullScans(work: () => Promise<unknown>): Promise<{ statements: number; scans: string[] }> {
  const sequelize = database.sequelize as unknown as { query: Query };
  const { query } = sequelize;
  const asked: [string, object | undefined][] = [];
  sequelize.query = async (sql, options) => {
    asked.push([String(sql), options?.bind]);
    return query.call(sequelize, sql, options);
  };
  try {
    await work();
  } finally {
    sequelize.query = query;
  }
  const scans: string[] = [];
  for (const [sql, bind] of asked) {
    const options = { type: 'SELECT', ...(bind && { bind }) };
    const [explained] = (await query.call(sequelize, `EXPLAIN (FORMAT JSON) ${sql}`, options)) as [
      { 'QUERY PLAN': [{ Plan: Plan }] },
    ];
    const found = nodesOf(explained['QUERY PLAN'][0].Plan).filter(
      (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'assignments',
    );
    scans.push(...found.map(() => sql));
  }
  return { statements: asked.length, scans };
}

it('reads no table of assignments to its end, whatever the filters and the order of the list', async () => {
  const all = combinations(filterValues(scene.connectionIds), 0);
  const { workspaceId, organizationId } = scene.workspace;
  // A list of the console is that of one organization.
  const tenant = new OrganizationTenant(workspaceId, organizationId);
  const scanned: string[] = [];
  let statements = 0;
  // Sort, page, and one filter at most: what fits is a large part of the table, which tempts PostgreSQL to read it all.
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
