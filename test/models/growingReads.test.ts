import { Client } from 'pg';
import { fill } from '../../bench/benches/consoleList/fill';
import { suspects } from '../../models/assignments/store/assignmentRuns';
import { loadAssignment, noLimits } from '../../models/assignments/store/loadAssignment';
import { pageOfAssignments } from '../../models/assignments/reads/assignmentPage';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { buildWorkspace } from '../support/build/workspace';
import { nodesOf, noteStatements } from '../support/runs/sentStatements';
import type { PlanNode } from '../support/runs/sentStatements';
import { useDatabase } from '../support/servers/database';
import { tenantOf } from '../support/tenant';
import { use } from '../support/use';

const database = useDatabase();
const count = 10_000;
const fewRows = 50;

/** A workspace in which a tenth of all assignments wait for next year, and each has a delivery: the oldest few failed. */
const workspace = use(async () => {
  const client = new Client(database.url);
  await client.connect();
  try {
    const built = await buildWorkspace();
    await fill(client, built, count);
    await client.query(
      `UPDATE assignments SET next_work = 'upload', next_at = scheduled_at, updated_at = created_at WHERE status = 'pending'`,
    );
    await client.query(
      `INSERT INTO webhook_deliveries (id, workspace_id, organization_id, assignment_id, url, event, body, status, last_attempt_at)
       SELECT gen_random_uuid(), workspace_id, organization_id, id, 'https://shop.example', 'published', repeat('x', 500),
         CASE WHEN row_number() OVER older <= 3 THEN 'failed' ELSE 'delivered' END, now()
       FROM assignments WINDOW older AS (ORDER BY created_at)`,
    );
    await client.query(
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until, outcome, result, ended_at)
       SELECT id, 1, 'publish', '{}', now(), 'happened', '{}', now() FROM assignments WHERE status = 'published'`,
    );
    await client.query('VACUUM ANALYZE');
    return built;
  } finally {
    await client.end();
  }
});

/** The nodes of the plans of all statements that some work makes, with what they have read. */
async function readBy(work: () => Promise<unknown>): Promise<PlanNode[]> {
  const { sent, stop } = noteStatements();
  // Statements of models have their values in their texts.
  const { query } = database.sequelize;
  const ofModels = jest.spyOn(database.sequelize, 'query');
  ofModels.mockImplementation((async (...given: Parameters<typeof query>) => {
    if (typeof given[0] === 'string') sent.push({ text: given[0], values: [] });
    return Reflect.apply(query, database.sequelize, given) as unknown;
  }) as unknown as typeof query);
  try {
    await work();
  } finally {
    ofModels.mockRestore();
    stop();
  }
  const nodes: PlanNode[] = [];
  for (const { text, values } of sent.filter(({ text }) => text.startsWith('SELECT'))) {
    const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
    const [answer] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, values);
    nodes.push(...nodesOf(answer!['QUERY PLAN'][0].Plan));
  }
  expect(nodes).not.toEqual([]);
  return nodes;
}

const rowsOf = (nodes: readonly PlanNode[]): number =>
  nodes
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );

it('the reconciler reads no assignment that waits for its time', async () => {
  const [all] = await database.query<{ waiting: number }>(
    'SELECT count(*)::int AS waiting FROM assignments WHERE next_work IS NOT NULL',
  );
  expect(all?.waiting).toBeGreaterThan(fewRows);
  expect(rowsOf(await readBy(async () => suspects('recent', null, 500)))).toBe(0);

  await database.query(
    `UPDATE assignments SET next_at = CASE WHEN due.nth = 1 THEN now() END FROM (
       SELECT id, row_number() OVER () AS nth FROM assignments WHERE next_work IS NOT NULL LIMIT 2) due WHERE due.id = assignments.id`,
  );
  const nodes = await readBy(async () => expect(await suspects('recent', null, 500)).toHaveLength(2));
  expect(rowsOf(nodes)).toBeLessThan(fewRows);
});

it('a step of a run reads the rows of its own assignment alone', async () => {
  const [{ id } = { id: '' }] = await database.query<{ id: string }>(
    `SELECT id FROM assignments WHERE status = 'published' LIMIT 1`,
  );
  const nodes = await readBy(async () => expect(await loadAssignment(id, noLimits)).toMatchObject({ facts: {} }));
  expect(rowsOf(nodes)).toBeLessThan(fewRows);
});

it('the log of deliveries with a rare status reads those deliveries alone', async () => {
  const filter = { status: 'failed', page: 1, limit: 20 } as const;
  const nodes = await readBy(async () =>
    expect(await WebhookDelivery.page(tenantOf(workspace), filter)).toMatchObject({ total: 3 }),
  );
  expect(rowsOf(nodes)).toBeLessThan(fewRows);
});

it.each([{}, { status: 'published' }, { platform: 'facebook' }, { dateFrom: new Date(0) }] as const)(
  'the total of a list with %j is counted without reading the whole table',
  async (filter) => {
    const nodes = await readBy(async () => pageOfAssignments(tenantOf(workspace), { ...filter, page: 1, limit: 20 }));
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    expect(whole).not.toContain('assignments');
  },
);
