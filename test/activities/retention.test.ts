import { MockActivityEnvironment } from '@temporalio/testing';
import { createDueGate, createPromptHosts, createHousekeepingActivities } from '../../activities';
import type { ActivityDeps } from '../../activities';
import { retentionDefaults } from '../../domain/retention';
import { workspaceClient } from '../support/actors';
import { useApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import { useEach } from '../support/use';

const app = useApp();
const scene = useEach(async () => {
  await app.database.query('DELETE FROM webhook_deliveries');
  await app.database.query('DELETE FROM publish_attempts');
  const workspace = await buildWorkspace();
  const channel = { ...workspace, ...(await buildConnection(workspace)) };
  return { channel, call: workspaceClient(app, workspace), stop: () => undefined };
});

async function cleanUp(retention?: Partial<ActivityDeps['retention']>) {
  const deps = {
    platforms: new Map(),
    dueGate: createDueGate(),
    promptHosts: createPromptHosts(),
    ...(retention && { retention: { ...retentionDefaults, ...retention } }),
  };
  const activities = createHousekeepingActivities(deps as unknown as ActivityDeps);
  return new MockActivityEnvironment().run(activities.removeExpired);
}

/** A delivery of a published assignment whose only attempt was answered so many days ago. */
async function delivered(daysAgo: number, status = 'delivered'): Promise<{ id: string; assignmentId: string }> {
  const { workspaceId, organizationId } = scene.channel;
  const { assignmentId } = await buildAssignment(scene.channel, {
    status: 'published',
    platformPostId: '1',
    platformUrl: 'https://x.example',
  });
  const [{ id } = { id: '' }] = await app.database.query<{ id: string }>(
    `INSERT INTO webhook_deliveries (id, workspace_id, organization_id, assignment_id, url, event, body, status, attempts, created_at, first_attempt_ended_at, last_attempt_at)
     SELECT gen_random_uuid(), $1, $2, $3, 'https://shop.example', 'published', '{}', $5, 1, at, at, at FROM (SELECT now() - make_interval(secs => $4::float * 86400) AS at) t RETURNING id`,
    [workspaceId, organizationId, assignmentId, daysAgo, status],
  );
  await app.database.query(
    `INSERT INTO webhook_attempts (delivery_id, attempt, round, at, duration_ms, http_status_code, response_body)
     SELECT id, 1, 1, last_attempt_at, 5, 200, 'thanks' FROM webhook_deliveries WHERE id = $1`,
    [id],
  );
  return { id, assignmentId };
}

const path = ({ id }: { id: string }) => `/api/v1/webhooks/deliveries/${id}`;

describe('webhook deliveries', () => {
  it('are removed 90 days after their last attempt: GET and redeliver are 404, and the assignment stays', async () => {
    const [old, young] = [await delivered(90.01), await delivered(89.9)];
    expect(await cleanUp()).toMatchObject({ webhookDeliveries: 1 });
    for (const [delivery, status] of [
      [old, 404],
      [young, 200],
    ] as const)
      expect((await scene.call('GET', path(delivery))).status).toBe(status);
    expect((await scene.call('POST', `${path(old)}/redeliver`)).status).toBe(404);
    const detail = (await scene.call('GET', `/api/v1/assignments/${old.assignmentId}`)).body;
    expect(detail).toMatchObject({ status: 'published', timeline: [expect.objectContaining({ status: 'pending' })] });
    expect(await cleanUp()).toMatchObject({ webhookDeliveries: 0 });
  });

  it('that are on their way stay, however old they are; one that is sent again has its time anew', async () => {
    const [pending, again] = [await delivered(400, 'pending'), await delivered(91)];
    expect((await scene.call('POST', `${path(again)}/redeliver`)).status).toBe(202);
    expect(await cleanUp()).toMatchObject({ webhookDeliveries: 0 });
    for (const delivery of [pending, again]) expect((await scene.call('GET', path(delivery))).status).toBe(200);
  });

  it('lose the bodies of answers after 30 days, and nothing else', async () => {
    const [old, young] = [await delivered(30.01), await delivered(29.9)];
    expect(await cleanUp()).toMatchObject({ webhookAnswers: 1, webhookDeliveries: 0 });
    const logOf = async (delivery: { id: string }) => (await scene.call('GET', path(delivery))).body.attemptLog;
    expect(await logOf(old)).toMatchObject([{ attempt: 1, httpStatusCode: 200, responseBody: null }]);
    expect(await logOf(young)).toMatchObject([{ attempt: 1, httpStatusCode: 200, responseBody: 'thanks' }]);
  });

  it('are kept as long as the settings say', async () => {
    const [old, young] = [await delivered(8), await delivered(6)];
    expect(await cleanUp({ deliveries: 7, answers: 5 })).toMatchObject({ webhookDeliveries: 1, webhookAnswers: 1 });
    expect((await scene.call('GET', path(old))).status).toBe(404);
    expect((await scene.call('GET', path(young))).status).toBe(200);
  });
});

describe('publishing attempts', () => {
  it.each([
    ['published', 'happened', 1],
    ['cancelled', 'notHappened', 1],
    ['failed', 'notHappened', 1],
    // A retry finds the post that was published.
    ['failed', 'happened', 0],
    ['uploaded', 'happened', 0],
  ] as const)('of a %s assignment that %s are removed 30 days after their end: %i', async (status, outcome, count) => {
    const { assignmentId } = await buildAssignment(scene.channel, { status });
    const add = async (daysAgo: number) =>
      app.database.query(
        `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until, outcome, result, ended_at)
         VALUES ($1, 1, 'publish', '{}', now(), $2, CASE WHEN $2 = 'happened' THEN '{}'::jsonb END, now() - make_interval(secs => $3::float * 86400))`,
        [assignmentId, outcome, daysAgo],
      );
    await add(30.01);
    if (outcome === 'notHappened') await add(29.9);
    expect(await cleanUp()).toMatchObject({ publishAttempts: count });
  });

  it('whose outcome nobody knows are kept', async () => {
    const { assignmentId } = await buildAssignment(scene.channel, { status: 'failed' });
    await app.database.query(
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until, created_at)
       VALUES ($1, 1, 'publish', '{}', now() - interval '1 year', now() - interval '1 year')`,
      [assignmentId],
    );
    expect(await cleanUp({ attempts: 1 })).toMatchObject({ publishAttempts: 0 });
  });
});
