import { housekeeping, publishWorkflowId } from '../../domain/workflowContract';
import { Connection } from '../../models/connections/Connection';
import { ensureSchedules } from '../../outbox/schedules';
import { usePublishing } from '../support/runs/publishing';
import type { CreatedRun } from '../support/runs/publishing';
import { until } from '../support/until';

const publishing = usePublishing();
beforeAll(async () => {
  const { client } = publishing.temporal;
  await ensureSchedules(client);
  // They run when the tests say so, and at no other time.
  for (const { scheduleId } of Object.values(housekeeping)) await client.schedule.getHandle(scheduleId).pause();
});

const { reconcileAll, refreshTokens, snapshotChannels, cleanUp } = housekeeping;
const dayAgo = new Date(Date.now() - 24 * 3_600_000);

/** Triggers a schedule by hand, as an operator does, and waits for the end of the run that it starts. */
async function trigger({ scheduleId, workflow }: (typeof housekeeping)[keyof typeof housekeeping]): Promise<unknown> {
  const { client } = publishing.temporal;
  const schedule = client.schedule.getHandle(scheduleId);
  const runsOf = async () => (await schedule.describe()).info.recentActions;
  const before = (await runsOf()).length;
  await schedule.trigger();
  await until(async () => (await runsOf()).length > before);
  const run = (await runsOf()).at(-1)!.action.workflow;
  const handle = client.workflow.getHandle(run.workflowId, run.firstExecutionRunId);
  const result = await handle.result();
  expect((await handle.describe()).type).toBe(workflow);
  return result;
}

async function age(table: 'assignments' | 'webhook_deliveries', id: string): Promise<void> {
  const column = table === 'assignments' ? 'updated_at' : 'created_at';
  await publishing.database.query(`UPDATE ${table} SET ${column} = now() - interval '2 minutes' WHERE id = $1`, [id]);
  await publishing.database.query(
    `UPDATE outbox SET dispatched_at = now() - interval '2 minutes' WHERE subject_id = $1`,
    [id],
  );
}

const terminate = async (assignment: CreatedRun): Promise<unknown> =>
  publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).terminate('by hand');

it('reconcile-all: an assignment that waits for its time gets its workflow back', async () => {
  const scheduledAt = new Date(Date.now() + 5 * 3_600_000);
  const assignment = await publishing.submit(await publishing.connect(), { scheduledAt });
  await terminate(assignment);
  await age('assignments', assignment.assignmentId);
  expect(await trigger(reconcileAll)).toEqual({ looked: 1, repaired: 1 });
  const next = publishing.temporal.client.workflow.getHandle(publishWorkflowId({ ...assignment, generation: 2 }));
  expect((await next.describe()).status.name).toBe('RUNNING');
});

it('refresh-tokens: renews each platform on its own queue, with ids and counts alone in its history', async () => {
  const channel = await publishing.connect({ connection: { tokenExpiresAt: dayAgo } });
  const dead = await publishing.connect({ connection: { tokenExpiresAt: dayAgo } });
  await publishing.sandbox.token({ token: dead.refreshToken }, '/revoke');
  expect(await trigger(refreshTokens)).toEqual([
    { platform: 'youtube', renewed: 1, refused: 1, failed: 0 },
    { platform: 'facebook', renewed: 0, refused: 0, failed: 0 },
  ]);
  const statuses = await Connection.findAll({
    where: { id: [channel.connectionId, dead.connectionId] },
    attributes: ['id', 'tokenStatus'],
    raw: true,
  });
  expect(new Map(statuses.map(({ id, tokenStatus }) => [id, tokenStatus]))).toEqual(
    new Map([
      [channel.connectionId, 'valid'],
      [dead.connectionId, 'expired'],
    ]),
  );
  const [{ workflowId }] = await latest('refreshTokens');
  const { events } = await publishing.temporal.client.workflow.getHandle(workflowId).fetchHistory();
  const queues = events!.map((event) => event.activityTaskScheduledEventAttributes?.taskQueue?.name).filter(Boolean);
  expect(queues).toEqual(['main', 'platform-youtube', 'platform-facebook']);
  const dump = JSON.stringify(events, (_key, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
  );
  for (const secret of [channel.accessToken, channel.refreshToken, dead.refreshToken]) {
    expect(dump).not.toContain(secret);
  }
});

it('snapshot-channels: notes the counters of each platform, with counts alone in its result', async () => {
  const channel = await publishing.connect();
  expect(await trigger(snapshotChannels)).toEqual([
    { platform: 'youtube', noted: expect.any(Number), failed: 0 },
    { platform: 'facebook', noted: 0, failed: 0 },
  ]);
  const sql = 'SELECT 1 AS found FROM channel_snapshots WHERE connection_id = $1';
  expect(await publishing.database.query(sql, [channel.connectionId])).toEqual([{ found: 1 }]);
});

it('clean-up: removes what has expired', async () => {
  const { workspaceId } = await publishing.connect();
  await publishing.database.query(
    `INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, assignment_id, created_at)
     VALUES ($1, $1, 'old', '', $1, now() - interval '2 days')`,
    [workspaceId],
  );
  expect(await trigger(cleanUp)).toMatchObject({ idempotencyKeys: 1 });
});

/** The runs of a workflow, newest first, when they can be seen. */
async function latest(type: string): Promise<[{ workflowId: string }]> {
  const found: { workflowId: string }[] = [];
  await until(async () => {
    found.length = 0;
    for await (const run of publishing.temporal.client.workflow.list({ query: `WorkflowType = '${type}'` })) {
      found.push(run);
    }
    return found.length > 0;
  });
  return [found[0]!];
}
