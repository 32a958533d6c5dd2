import { plainFailure } from '../../../domain/failures/failures';
import { User } from '../../../models/users/User';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildDelivery } from '../../support/build/delivery';
import { buildWorkspace } from '../../support/build/workspace';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';

const app = useApp();

it('lists what is stuck in every workspace, with what can be done and its run', async () => {
  const ada = await buildUser(app);
  await User.grantPlatformAdmin(ada.email);
  const ask = async () => ada.call('GET', '/api/v1/admin/stuck');
  expect((await ask()).body).toEqual({ total: 0, assignments: [], receivers: [] });

  const workspace = await buildWorkspace();
  const channel = { ...workspace, ...(await buildConnection(workspace, { name: 'Olive’s Kitchen' })) };
  const error = plainFailure('PLATFORM_UNAVAILABLE');
  const nextAt = new Date(Date.now() + 60_000);
  const tries = { of: 'upload', count: 1, since: Date.now(), nextAt: nextAt.getTime(), error } as const;
  const { assignmentId } = await buildAssignment(channel, { status: 'uploading', tries });
  const { assignmentId: told } = await buildDelivery(channel, 'https://dead.example/hooks', {
    attempts: 1,
    httpStatusCode: 503,
    lastError: 'HTTP 503',
  });

  const { status, body } = await ask();
  expect([status, body.total]).toEqual([200, 1]);
  expect(body.assignments).toEqual([
    {
      id: assignmentId,
      workspaceId: workspace.workspaceId,
      channel: 'Olive’s Kitchen',
      platform: 'youtube',
      type: 'video',
      status: 'uploading',
      since: expect.any(String),
      waitsFor: 'try',
      error,
      nextAt: nextAt.toISOString(),
      interventions: ['retryNow', 'reconcile', 'giveUp'],
      runUrl: `http://temporal.test/assignment/${assignmentId}/1`,
    },
  ]);
  expect(body.receivers).toEqual([
    {
      workspaceId: workspace.workspaceId,
      host: 'dead.example',
      count: 1,
      since: expect.any(String),
      assignmentId: told,
      httpStatusCode: 503,
      lastError: 'HTTP 503',
      nextAttemptAt: null,
    },
  ]);
});

it('answers 403 to other users', async () => {
  const other = await buildUser(app);
  expect((await other.call('GET', '/api/v1/admin/stuck')).status).toBe(403);
});
