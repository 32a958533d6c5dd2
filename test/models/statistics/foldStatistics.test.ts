import { addDays } from '../../../domain/statistics';
import { DailyStatistic } from '../../../models/statistics/DailyStatistic';
import { foldStatistics } from '../../../models/statistics/foldStatistics';
import { OrganizationTenant } from '../../../models/database/Tenant';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';
import type { BuiltAssignments } from '../../support/runs/assignments';
import { countAll } from './fullCount';

const database = useDatabase();

async function amountsOf({ workspaceId, organizationId }: BuiltAssignments) {
  const today = await DailyStatistic.today();
  const tenant = new OrganizationTenant(workspaceId, organizationId);
  const amounts = await DailyStatistic.amounts(tenant, { first: addDays(today, -1), last: addDays(today, 1) });
  return amounts.toSorted((a, b) => (`${a.day} ${a.measure}` < `${b.day} ${b.measure}` ? -1 : 1));
}
const fullCountOf = async ({ workspaceId, organizationId }: BuiltAssignments) =>
  countAll(database, { workspaceId, organizationId });
const changes = async () => database.query('SELECT * FROM statistic_changes');

it('adds each change once, however many do so at the same time', async () => {
  const assignments = await buildAssignments(database);
  for (const status of ['published', 'failed', 'cancelled', 'processing'] as const) await assignments.walked(status);
  const folded = await Promise.all([3, 3, 3, 3, 100].map(foldStatistics));
  while ((await foldStatistics(100)) > 0);
  expect(folded.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  expect(await changes()).toEqual([]);
  expect(await amountsOf(assignments)).toEqual(await fullCountOf(assignments));
});

it('removes the changes of a workspace that is gone', async () => {
  const [assignments, others] = [await buildAssignments(database), await buildAssignments(database)];
  await assignments.walked('published');
  await others.walked('published');
  await database.query('DELETE FROM workspaces WHERE id = $1', [assignments.workspaceId]);
  while ((await foldStatistics(100)) > 0);
  expect(await changes()).toEqual([]);
  expect(
    await database.query('SELECT 1 FROM daily_statistics WHERE workspace_id = $1', [assignments.workspaceId]),
  ).toEqual([]);
  expect(await amountsOf(others)).toEqual(await fullCountOf(others));
});
