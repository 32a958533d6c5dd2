import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { EventStream } from '../../../api/http/EventStream';
import { changesMax } from '../../../models/assignments/reads/assignmentChanges';
import { Upload } from '../../../models/assignments/Upload';
import { moveOn } from '../../support/build/moveOn';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { openStream } from '../../support/callers/events';
import type { OpenStream } from '../../support/callers/events';
import { addMember, buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { testIssuer, testKeyring } from '../../support/secrets';
import { openSession } from '../../support/runs/transfers';
import { until } from '../../support/until';
import { useEach, useStopping } from '../../support/use';

const app = useApp();
const stopping = useStopping();

/** A person with an assignment that waits. */
const scene = useEach(async () => {
  const person = await buildUser(app);
  const { connectionId } = await buildConnection(person);
  const { assignmentId } = await buildAssignment({ ...person, connectionId });
  return { person, connectionId, assignmentId };
});

async function watch(person: Pick<BuiltUser, 'token'>, options: { after?: string; organizationId?: string } = {}) {
  return stopping(await openStream(app, scene.assignmentId, { ...person, ...options }));
}

async function move(...targets: ('uploading' | 'uploaded' | 'failed')[]): Promise<void> {
  for (const to of targets) {
    const target = to === 'failed' ? { to, error: { code: 'UPLOAD_FAILED', message: 'Gone' } as const } : { to };
    await moveOn(scene.assignmentId, target);
  }
}

const untilSeen = async (stream: OpenStream, ...statuses: string[]) =>
  until(() => stream.statuses().length >= statuses.length).then(() => expect(stream.statuses()).toEqual(statuses));

const untilEnded = async (stream: OpenStream) => until(() => stream.end() !== undefined);

it('sends the timeline, and then each change as it is made', async () => {
  await move('uploading');
  const stream = await watch(scene.person);

  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(stream.headers.get('cache-control')).toBe('no-store');
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  await untilSeen(stream, 'pending', 'uploading');
  await move('uploaded');
  await untilSeen(stream, 'pending', 'uploading', 'uploaded');
  await move('failed');
  await untilSeen(stream, 'pending', 'uploading', 'uploaded', 'failed');

  const { body } = await scene.person.call('GET', `/api/v1/console/assignments/${scene.assignmentId}`);
  const statuses = stream.events.filter(({ event }) => event === 'status');
  // Failed tries are read with the page: they change no status.
  const timeline = (body.timeline as object[]).map((entry) => ({
    ...entry,
    failedTries: undefined,
    resolution: undefined,
  }));
  expect(statuses.map(({ data }) => data)).toEqual(timeline);
  const ids = await app.database.query<{ id: number }>(
    'SELECT id FROM assignment_events WHERE assignment_id = $1 ORDER BY id',
    [scene.assignmentId],
  );
  expect(statuses.map(({ id }) => Number(id))).toEqual(ids.map(({ id }) => id));
});

it('goes on after the event that the client names, and sends nothing twice', async () => {
  await move('uploading');
  const first = await watch(scene.person);
  await untilSeen(first, 'pending', 'uploading');
  first.stop();
  await move('uploaded');

  const second = await watch(scene.person, { after: first.events.findLast(({ id }) => id !== undefined)!.id! });
  await move('failed');
  await untilSeen(second, 'uploaded', 'failed');
});

it('shows the latest progress, without an id', async () => {
  const assignment = { assignmentId: scene.assignmentId, generation: 1, item: 0 };
  await move('uploading');
  const session = { session: 's', source: {} as never, contentType: 'video/mp4', sizeBytes: 1000, sourceChanges: 0 };
  await openSession(assignment, { ...session, staged: null, replaced: null });
  await Upload.storeProgress(assignment, 400);
  const stream = await watch(scene.person);
  const progress = () => stream.events.filter(({ event }) => event === 'progress');

  await until(() => progress().length === 1);
  await Upload.storeProgress(assignment, 700);
  await until(() => progress().length === 2);
  expect(progress()).toEqual([
    { event: 'progress', data: { bytesTransferred: 400, bytesTotal: 1000 } },
    { event: 'progress', data: { bytesTransferred: 700, bytesTotal: 1000 } },
  ]);
});

it('shows the latest progress also behind more events than are read at a time', async () => {
  const assignment = { assignmentId: scene.assignmentId, generation: 1, item: 0 };
  await move('uploading');
  await app.database.query(
    `INSERT INTO assignment_events (assignment_id, generation, status, errors)
     SELECT $1, n, 'failed', '[]' FROM generate_series(2, $2::int) n`,
    [scene.assignmentId, changesMax + 1],
  );
  const session = { session: 's', source: {} as never, contentType: 'video/mp4', sizeBytes: 1000, sourceChanges: 0 };
  await openSession(assignment, { ...session, staged: null, replaced: null });
  await Upload.storeProgress(assignment, 400);
  const stream = await watch(scene.person);

  await until(() => stream.events.at(-1)?.event === 'progress');
  expect(stream.events).toHaveLength(2 + changesMax + 1);
  expect(stream.events.at(-1)).toEqual({ event: 'progress', data: { bytesTransferred: 400, bytesTotal: 1000 } });
});

it('sends what was changed while nobody listened to the database', async () => {
  const stream = await watch(scene.person);
  await untilSeen(stream, 'pending');
  const listeners = `SELECT pid FROM pg_stat_activity
    WHERE application_name = 'content-delivery-events' AND datname = current_database()`;
  await until(async () => (await app.database.query(listeners)).length === 1);
  await app.database.query(`SELECT pg_terminate_backend(pid) FROM (${listeners}) listener`);
  await move('uploading');

  await untilSeen(stream, 'pending', 'uploading');
  await until(async () => (await app.database.query(listeners)).length === 1);
});

it('has one connection that listens, for however many streams', async () => {
  const streams = await Promise.all([1, 2, 3].map(async () => watch(scene.person)));
  await move('uploading');
  for (const stream of streams) await untilSeen(stream, 'pending', 'uploading');

  const listening = await app.database.query(
    `SELECT FROM pg_stat_activity WHERE application_name = 'content-delivery-events' AND datname = current_database()`,
  );
  expect(listening).toHaveLength(1);
});

it('ends when the token expires', async () => {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'test' })
    .setIssuer(testIssuer)
    .setAudience(`${testIssuer}/api/v1`)
    .setSubject(scene.person.userId)
    .setIssuedAt()
    .setExpirationTime('2s')
    .sign(testKeyring.get('test')!);
  const stream = await watch({ token });

  await untilSeen(stream, 'pending');
  await untilEnded(stream);
  expect(stream.end()).toBe(true);
});

describe('of a member', () => {
  it.each([
    [
      'is removed',
      async (member: BuiltUser, id: string) => {
        const { organizationId, call } = scene.person;
        return call('DELETE', `/api/v1/auth/organizations/${organizationId}/members/${id}`);
      },
    ],
    [
      'leaves',
      async (member: BuiltUser) =>
        member.call('POST', `/api/v1/auth/organizations/${scene.person.organizationId}/leave`),
    ],
  ])('ends at once when the member %s, and those of others go on', async (_what, remove) => {
    const { organizationId } = scene.person;
    const member = await buildUser(app);
    const membershipId = await addMember(organizationId, member.userId, 'member');
    const [ofMember, ofOwner] = [await watch(member, { organizationId }), await watch(scene.person)];
    await untilSeen(ofMember, 'pending');

    expect((await remove(member, membershipId)).status).toBe(204);
    await untilEnded(ofMember);
    await move('uploading');
    await untilSeen(ofOwner, 'pending', 'uploading');
    expect(ofOwner.end()).toBeUndefined();
    expect(ofMember.statuses()).toEqual(['pending']);
    expect((await watch(member, { organizationId })).status).toBe(404);
  });

  it('ends though nobody heard of the removal', async () => {
    const { organizationId } = scene.person;
    const member = await buildUser(app);
    await addMember(organizationId, member.userId, 'member');
    const stream = await watch(member, { organizationId });
    await untilSeen(stream, 'pending');
    await app.database.query('DELETE FROM memberships WHERE user_id = $1 AND organization_id = $2', [
      member.userId,
      organizationId,
    ]);
    await app.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'content-delivery-events' AND datname = current_database()`,
    );

    await untilEnded(stream);
  });
});

it('stays open with a comment now and then', async () => {
  const stream = await watch(scene.person);

  await until(() => stream.comments() > 0, 20_000);
  expect(stream.end()).toBeUndefined();
});

describe('a client that reads nothing', () => {
  const events = 1_000;
  const pages = events / changesMax;
  /** 40 MB of events: more than the system takes. */
  const client = useEach(async () => {
    await app.database.query(
      `INSERT INTO assignment_events (assignment_id, generation, status, errors)
       SELECT $1, n, 'failed', jsonb_build_array(jsonb_build_object('message', repeat('x', 40000))) FROM generate_series(2, $2::int) n`,
      [scene.assignmentId, events],
    );
    const sent = jest.spyOn(EventStream.prototype, 'send');
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    const path = `/api/v1/console/assignments/${scene.assignmentId}/events`;
    app.forget();
    socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${scene.person.token}\r\n\r\n`);
    await until(() => sent.mock.calls.length > 0);
    for (let before = -1; before !== sent.mock.calls.length; await delay(100)) before = sent.mock.calls.length;
    const stop = () => {
      sent.mockRestore();
      socket.destroy();
    };
    return { socket, sends: sent.mock.calls, stop };
  });

  it('has nothing more read for it, and all of it comes once the client reads', async () => {
    expect(client.sends.length).toBeLessThan(pages / 2);

    let seen = 0;
    client.socket.setEncoding('utf8').on('data', (piece: string) => (seen += piece.split('event:status').length - 1));
    client.socket.resume();
    await until(() => client.sends.flat(2).length === events, 60_000);
    await until(() => seen >= events - 5, 60_000);
  });

  it('ends when nothing has moved for a while', async () => {
    await until(() => app.log.some(({ msg }) => msg === 'request'), 30_000);
  });
});

it.each(['x', '-1', '1.5', `${2 ** 60}`])('answers 400 to Last-Event-ID %s', async (after) => {
  const stream = await watch(scene.person, { after });

  expect(stream.status).toBe(400);
});

it('refuses the hundred and first stream of a user, and no other user', async () => {
  const other = await buildUser(app);
  await addMember(scene.person.organizationId, other.userId, 'member');
  await Promise.all(Array.from({ length: 100 }, async () => watch(scene.person)));

  const refused = await scene.person.call('GET', `/api/v1/console/assignments/${scene.assignmentId}/events`);
  expect([refused.status, refused.body.error]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await watch(other, { organizationId: scene.person.organizationId })).status).toBe(200);
});

it('is logged as a request that was answered, and is no part of the durations', async () => {
  const stream = await watch(scene.person);
  await untilSeen(stream, 'pending');
  app.forget();
  stream.stop();

  await until(() => app.log.length > 0);
  expect(app.log).toEqual([expect.objectContaining({ route: '/api/v1/console/assignments/{id}/events', status: 200 })]);
  expect(await app.metrics.registry.metrics()).not.toContain('assignments/{id}/events",status="200"');
});
