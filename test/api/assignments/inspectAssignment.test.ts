import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildDelivery } from '../../support/build/delivery';
import { videoBody } from '../../support/build/video';
import { move, targets, walk } from '../../support/runs/assignments';
import { failTry, report } from '../../support/runs/reports';
import { buildUser } from '../../support/callers/people';
import { useEach } from '../../support/use';

const run = {
  runId: '0198c3f2-d3e6-7b5a-8f2c-8d9e0f1a2b3c',
  url: 'https://temporal.example/run',
  runsUrl: 'https://temporal.example/runs',
};
const app = useApp(
  {},
  { findRun: async ({ assignmentId, generation }) => ({ workflowId: `${assignmentId} ${generation}`, ...run }) },
);
const ada = useEach(async () => {
  const user = await buildUser(app);
  return { ...user, ...(await buildConnection(user)) };
});
const inspect = async (id: string) => ada.call('GET', `/api/v1/console/assignments/${id}`);

it('has what the API key reads, and who has asked for it, webhooks, credits and workflow', async () => {
  const body = videoBody(ada.connectionId, { callbackUrl: 'https://caller.example/hooks' });
  const { id } = (await ada.call('POST', '/api/v1/console/assignments', { body })).body;
  await walk({ assignmentId: id }, 'uploading');
  const answer = await inspect(id);

  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-credits-used')).toBeNull();
  expect(answer.body).toMatchObject({
    id,
    status: 'uploading',
    connectionId: ada.connectionId,
    timeline: [{ status: 'pending' }, { status: 'uploading' }],
    createdBy: { id: ada.userId, name: ada.name },
    credits: { held: 10, charged: 0 },
    temporal: { workflowId: `${id} 1`, runId: run.runId, url: null, runsUrl: null },
  });
  expect(answer.body.deliveries).toEqual([
    {
      id: expect.any(String),
      assignmentId: id,
      url: 'https://caller.example/hooks',
      status: 'pending',
      httpStatusCode: null,
      attempts: 0,
      lastAttemptAt: null,
      lastError: null,
      event: 'uploading',
    },
  ]);
});

it('counts the tries that failed in each status, also once there was progress, and has the newest ten', async () => {
  const { assignmentId } = await buildAssignment(ada);
  await walk({ assignmentId }, 'uploading');
  const failure = (number: number) => ({ code: 'UPLOAD_FAILED' as const, message: `Failure ${number}` });
  for (let number = 1; number <= 12; number += 1) await failTry({ assignmentId }, failure(number));
  await report({ assignmentId }, { is: 'progressed', ends: 'tries', generation: 1 });
  await move({ assignmentId }, targets.uploaded);

  const none = { count: 0, latest: [] };
  const latest = Array.from({ length: 10 }, (_none, place) => ({ ...failure(3 + place), at: expect.any(String) }));
  expect((await inspect(assignmentId)).body.timeline).toMatchObject([
    { status: 'pending', failedTries: none },
    { status: 'uploading', failedTries: { count: 12, latest } },
    { status: 'uploaded', failedTries: none },
  ]);
});

it.each([
  ['published', { held: 0, charged: 10 }],
  ['failed', { held: 0, charged: 0 }],
  ['cancelled', { held: 0, charged: 0 }],
] as const)('says what one that is %s has cost', async (status, credits) => {
  const { assignmentId } = await buildAssignment(ada);
  await walk({ assignmentId }, status);

  expect((await inspect(assignmentId)).body.credits).toEqual(credits);
});

it.each([
  ['youtube', 'video', true],
  ['facebook', 'video', true],
  ['facebook', 'story', false],
] as const)('says whether a published post can be changed, %s %s: %s', async (platform, type, isUpdatable) => {
  const parent = { ...ada, ...(await buildConnection(ada, { platform })) };
  const { assignmentId } = await buildAssignment(parent, { type });

  expect((await inspect(assignmentId)).body).toMatchObject({ platform, isUpdatable });
});

it('says whether its preparation waits, which one that was taken up again does not', async () => {
  const { assignmentId } = await buildAssignment(ada);
  await walk({ assignmentId }, 'uploading');
  const set = async (again: string) =>
    app.database.query(
      `UPDATE assignments SET prepare_again_at = ${again}, preparation_failed_at = now(),
         preparation_error = '{"code": "UPLOAD_FAILED", "message": "x"}' WHERE id = $1`,
      [assignmentId],
    );
  await set(`now() + interval '5 minutes'`);
  expect((await inspect(assignmentId)).body).toMatchObject({ preparation: expect.anything(), isPaused: true });
  await set('NULL');
  expect((await inspect(assignmentId)).body).toMatchObject({ preparation: expect.anything(), isPaused: false });
});

it('names nobody for what the API key has asked for', async () => {
  const { assignmentId } = await buildDelivery(ada, 'https://caller.example/hooks');

  expect((await inspect(assignmentId)).body).toMatchObject({ createdBy: null, deliveries: [{ assignmentId }] });
});

it('has the newest 100 webhooks of one that was retried without end', async () => {
  const { assignmentId } = await buildDelivery(ada, 'https://caller.example/hooks');
  await app.database.query(
    `INSERT INTO webhook_deliveries (id, workspace_id, organization_id, assignment_id, url, event, body)
     SELECT gen_random_uuid(), workspace_id, organization_id, assignment_id, 'https://caller.example/' || nth, 'failed', '{}'
     FROM webhook_deliveries, generate_series(1, 110) nth WHERE assignment_id = $1`,
    [assignmentId],
  );
  const { deliveries } = (await inspect(assignmentId)).body;

  expect(deliveries.map(({ url }: { url: string }) => url)).toEqual(
    Array.from({ length: 100 }, (_, index) => `https://caller.example/${110 - index}`),
  );
});

it('links to the pages of the run, and of all its runs, for administrators of the installation alone', async () => {
  const { assignmentId } = await buildAssignment(ada);
  await app.database.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [ada.userId]);

  expect((await inspect(assignmentId)).body.temporal).toMatchObject(run);
});

it('says whether its outcome can be resolved, and then who has said what of it', async () => {
  const { assignmentId } = await buildAssignment(ada);
  await walk({ assignmentId }, 'failed');
  expect((await inspect(assignmentId)).body.isResolvable).toBe(false);
  await app.database.query(
    `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until) VALUES ($1, 1, 'publish', '{}', now())`,
    [assignmentId],
  );
  expect((await inspect(assignmentId)).body.isResolvable).toBe(true);
  const path = `/api/v1/console/assignments/${assignmentId}/resolve`;
  const { status, body } = await ada.call('POST', path, { body: { outcome: 'notPublished' } });
  expect([status, body]).toEqual([200, { id: assignmentId, status: 'failed' }]);
  const { isResolvable, timeline } = (await inspect(assignmentId)).body;
  expect(isResolvable).toBe(false);
  expect(timeline.at(-1)).toMatchObject({
    status: 'failed',
    resolution: { outcome: 'notPublished', by: ada.name, at: expect.any(String) },
  });
  expect(timeline[0].resolution).toBeNull();
});
