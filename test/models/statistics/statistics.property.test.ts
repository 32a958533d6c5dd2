import * as fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { addDays } from '../../../domain/statistics';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { DailyStatistic } from '../../../models/statistics/DailyStatistic';
import { inTransaction } from '../../../models/database/transaction';
import { foldStatistics } from '../../../models/statistics/foldStatistics';
import { OrganizationTenant } from '../../../models/database/Tenant';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { runs } from '../../support/counts';
import { useDatabase } from '../../support/servers/database';
import { move, targets } from '../../support/runs/assignments';
import { NotRetryable, retry } from '../../support/retry';
import { countAll, passDay } from './fullCount';

const database = useDatabase();

/** The number of an assignment chooses among the assignments made by then. */
type Step =
  | { do: 'create'; channel: number }
  | { do: 'move'; assignment: number; to: keyof typeof targets }
  | { do: 'retry'; assignment: number }
  | { do: 'askLive' }
  | { do: 'fold'; limit: number }
  | { do: 'read' };

const assignment = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), channel: fc.nat(2) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      assignment,
      to: fc.constantFrom(...(Object.keys(targets) as (keyof typeof targets)[])),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('retry' as const), assignment }) },
  { weight: 1, arbitrary: fc.constant({ do: 'askLive' } as const) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fold' as const), limit: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'read' } as const) },
);
/** A worker that publishes the first assignment, so that sequences get far. */
const straight: Step[][] = (['uploading', 'uploaded', 'processing', 'published'] as const).map((to) => [
  { do: 'move', assignment: 0, to },
]);
/** Steps at the same time; none: a day passes. */
const turns = fc
  .tuple(fc.boolean(), fc.array(fc.array(step, { maxLength: 4 }), { minLength: 4, maxLength: 24 }))
  .map(([isStraight, drawn]) => [
    [{ do: 'create', channel: 0 } satisfies Step],
    ...(isStraight ? straight : []),
    ...drawn,
  ]);

async function openScene() {
  const workspace = await buildWorkspace({ credits: 100_000 });
  const channels = [
    { platform: 'youtube', ...(await buildConnection(workspace)) },
    { platform: 'youtube', ...(await buildConnection(workspace)) },
    { platform: 'facebook', ...(await buildConnection(workspace, { platform: 'facebook' })) },
  ] as const;
  const tenant = new OrganizationTenant(workspace.workspaceId, workspace.organizationId);
  const today = await DailyStatistic.today();
  return {
    ...workspace,
    tenant,
    channels,
    assignments: [] as string[],
    range: { first: addDays(today, -60), last: addDays(today, 1) },
  };
}
type Scene = Awaited<ReturnType<typeof openScene>>;

async function take(scene: Scene, one: Step): Promise<void> {
  const { assignments, tenant, channels, workspaceId } = scene;
  const assignmentId = 'assignment' in one ? assignments[one.assignment % assignments.length] : undefined;
  switch (one.do) {
    case 'create': {
      const { connectionId } = channels[one.channel]!;
      assignments.push((await buildAssignment({ workspaceId, connectionId })).assignmentId);
      return;
    }
    case 'move': {
      await move({ assignmentId: assignmentId! }, targets[one.to]);
      return;
    }
    case 'retry': {
      await retry(assignmentId!).catch((error: unknown) => {
        if (!(error instanceof NotRetryable)) throw error;
      });
      return;
    }
    case 'askLive': {
      const holdId = uuidv7();
      const hold = { holdId, assignmentId: null, userId: null, operation: 'stats.channel', credits: 1 } as const;
      await inTransaction(database.sequelize, 'test', async (transaction) =>
        CreditAccount.hold(tenant, hold, transaction),
      );
      await inTransaction(database.sequelize, 'test', async (transaction) =>
        CreditAccount.post(tenant, holdId, transaction),
      );
      return;
    }
    case 'fold':
      await foldStatistics(one.limit);
      return;
    case 'read':
      await expectOneStatusEach(scene);
  }
}

/** Each assignment that was created has one status, however much is folded meanwhile. */
async function expectOneStatusEach({ tenant, range }: Scene): Promise<void> {
  const amounts = await DailyStatistic.amounts(tenant, range);
  const sum = (isAsked: (measure: string) => boolean): number =>
    amounts.reduce((total, { measure, amount }) => total + (isAsked(measure) ? amount : 0), 0);
  expect(sum((measure) => measure.startsWith('in.'))).toBe(sum((measure) => measure === 'created'));
}

async function expectFullCount({ tenant, channels, range, ...scene }: Scene): Promise<void> {
  const filters = [
    {},
    { platform: 'youtube' },
    { platform: 'facebook' },
    ...channels.map(({ connectionId }) => ({ connectionId })),
    { platform: 'youtube', connectionId: channels[0].connectionId },
  ] as const;
  for (const filter of filters) {
    const amounts = await DailyStatistic.amounts(tenant, range, filter);
    const inOrder = amounts.toSorted((a, b) => (`${a.day} ${a.measure}` < `${b.day} ${b.measure}` ? -1 : 1));
    expect({ filter, counts: inOrder }).toEqual({ filter, counts: await countAll(database, { ...scene, ...filter }) });
  }
}

describe('the statistics', () => {
  it('are what a full count gives, whatever happens at the same time and however much of it is folded', async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (drawn) => {
        const scene = await openScene();
        for (const steps of drawn) {
          if (steps.length === 0) await passDay(database, scene.workspaceId);
          await Promise.all(steps.map(async (one) => take(scene, one)));
        }
        await expectFullCount(scene);
        while ((await foldStatistics(100)) > 0);
        await expectFullCount(scene);
      }),
      runs(12, 1000),
    );
  }, 1_800_000);
});
