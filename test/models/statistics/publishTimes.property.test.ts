import * as fc from 'fast-check';
import { addDays, lastDays } from '../../../domain/statistics';
import { DailyStatistic } from '../../../models/statistics/DailyStatistic';
import { foldStatistics } from '../../../models/statistics/foldStatistics';
import { PublishTime } from '../../../models/statistics/PublishTime';
import { OrganizationTenant } from '../../../models/database/Tenant';
import { buildWorkspace } from '../../support/build/workspace';
import { runs } from '../../support/counts';
import { useDatabase } from '../../support/servers/database';

const database = useDatabase();

/** Milliseconds: of posts at once, of uploads, of failures that were retried days later. */
const took = fc.oneof(
  fc.nat(5000),
  fc.nat(600_000),
  fc.integer({ min: 590_000, max: 620_000 }),
  fc.integer({ min: 600_000, max: 90 * 86_400_000 }),
);
const post = fc.record({ took, daysAgo: fc.nat(120) });

interface Post {
  took: number;
  daysAgo: number;
}

async function note(workspaceId: string, organizationId: string, posts: readonly Post[], today: string): Promise<void> {
  await database.query(
    `INSERT INTO statistic_changes (workspace_id, organization_id, day, took_ms)
     SELECT $1, $2, * FROM unnest($3::date[], $4::bigint[]) RETURNING 1`,
    [workspaceId, organizationId, posts.map(({ daysAgo }) => addDays(today, -daysAgo)), posts.map((one) => one.took)],
  );
}

describe('the median time to publish', () => {
  it('is off by a second at most below 10 minutes, by one percent above, over any days', async () => {
    const drawn = fc.tuple(
      fc.array(post, { maxLength: 40 }),
      fc.array(post, { maxLength: 10 }),
      fc.integer({ min: 1, max: 121 }),
    );
    await fc.assert(
      fc.asyncProperty(drawn, async ([folded, fresh, days]) => {
        const { workspaceId, organizationId } = await buildWorkspace();
        const today = await DailyStatistic.today();
        await note(workspaceId, organizationId, folded, today);
        while ((await foldStatistics(7)) > 0);
        await note(workspaceId, organizationId, fresh, today);
        const tenant = new OrganizationTenant(workspaceId, organizationId);
        const median = await PublishTime.median(tenant, lastDays(today, days));

        const within = [...folded, ...fresh].filter(({ daysAgo }) => daysAgo < days);
        const times = within.map((one) => one.took / 1000).toSorted((a, b) => a - b);
        expect(median === null).toBe(times.length === 0);
        if (median === null) return;
        const [lower, upper] = [times[Math.ceil(times.length / 2) - 1]!, times[Math.floor(times.length / 2)]!];
        const allowed = (seconds: number): number => (seconds < 600 ? 1 : seconds / 100);
        const off = Math.abs(median - (lower + upper) / 2);
        expect(off).toBeLessThanOrEqual((allowed(lower) + allowed(upper)) / 2 + 0.001);
      }),
      runs(30, 2000),
    );
  }, 1_800_000);
});
