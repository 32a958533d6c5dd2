import { moveOn } from '../support/build/moveOn';
import { stranger } from '../support/actors';
import type { Address } from '../support/actors';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { useDeployment } from '../support/runs/deployment';
import { openStream } from '../support/callers/events';
import type { OpenStream } from '../support/callers/events';
import { userClient } from '../support/callers/people';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';

const deployment = useDeployment();
const stopping = useStopping();
/** Two APIs that share nothing but the database. */
const pair = use(async () => ({ apis: [await deployment.up('api'), await deployment.up('api')] as const }));

async function buildScene(api: Address) {
  const body = { email: `ada${Date.now()}@example.com`, name: 'Ada', password: 'correct horse' };
  const { token, user } = (await stranger(api)('POST', '/api/v1/auth/register', { body })).body;
  const [place] = await deployment.database.query<{ workspaceId: string; organizationId: string }>(
    `SELECT o.workspace_id AS "workspaceId", o.id AS "organizationId"
     FROM organizations o JOIN memberships m ON m.organization_id = o.id WHERE m.user_id = $1`,
    [user.id],
  );
  const { connectionId } = await buildConnection(place!);
  const { assignmentId } = await buildAssignment({ ...place!, connectionId });
  return { token, assignmentId };
}

const untilSeen = async (stream: OpenStream, ...statuses: string[]) => {
  await until(() => stream.statuses().length >= statuses.length, 20_000);
  expect(stream.statuses()).toEqual(statuses);
};

it('a change of any process reaches the streams of every API, and a client of one that is killed loses nothing', async () => {
  const [one, other] = pair.apis;
  const [first, second] = [await one.ready(), await other.ready()];
  const { token, assignmentId } = await buildScene(first);
  const streams = [await openStream(first, assignmentId, { token }), await openStream(second, assignmentId, { token })];
  streams.forEach(stopping);

  // This process changes it, as a worker would.
  await moveOn(assignmentId, { to: 'uploading' });
  for (const stream of streams) await untilSeen(stream, 'pending', 'uploading');

  await one.end('SIGKILL');
  await until(() => streams[0]!.end() === false);
  await moveOn(assignmentId, { to: 'uploaded' });
  await untilSeen(streams[1]!, 'pending', 'uploading', 'uploaded');

  const after = streams[0]!.events.findLast(({ id }) => id !== undefined)!.id!;
  const restarted = await deployment.up('api');
  const resumed = stopping(await openStream(await restarted.ready(), assignmentId, { token, after }));
  await untilSeen(resumed, 'uploaded');
  const { status } = await userClient(second, { token })('DELETE', `/api/v1/console/assignments/${assignmentId}`);
  expect(status).toBe(204);
  await untilSeen(resumed, 'uploaded', 'cancelled');
  await untilSeen(streams[1]!, 'pending', 'uploading', 'uploaded', 'cancelled');

  expect(await restarted.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(resumed.end()).toBe(true);
});

it('an API that is told to stop ends its streams at once, and admits none while it waits', async () => {
  const api = await deployment.up('api', { SHUTDOWN_DELAY_MS: '5000' });
  const address = await api.ready();
  const { token, assignmentId } = await buildScene(address);
  const stream = stopping(await openStream(address, assignmentId, { token }));
  await untilSeen(stream, 'pending');

  const ended = api.end('SIGTERM');
  await until(() => stream.end() === true);
  const refused = await userClient(address, { token })('GET', `/api/v1/console/assignments/${assignmentId}/events`);
  expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
  expect(await ended).toEqual({ code: 0, signal: null });
});
