import { changesChannel } from '../../../models/assignments/AssignmentEvent';
import { moveOn } from '../../support/build/moveOn';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { openStream } from '../../support/callers/events';
import type { OpenStream } from '../../support/callers/events';
import { buildUser } from '../../support/callers/people';
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

const watch = async (options: { after?: string; query?: string } = {}) =>
  stopping(await openStream(app, scene.assignmentId, { ...scene.person, ...options }));

const upload = async (assignmentId = scene.assignmentId) => moveOn(assignmentId, { to: 'uploading' });

const untilSeen = async (stream: OpenStream, ...statuses: string[]) =>
  until(() => stream.statuses().length >= statuses.length).then(() => expect(stream.statuses()).toEqual(statuses));

it('takes the header beside a query parameter of the same value, and none of another one', async () => {
  const path = `/api/v1/console/assignments/${scene.assignmentId}/events?lastEventId=`;
  const { body } = await scene.person.call('GET', `${path}5`, { headers: { 'last-event-id': '6' } });
  expect(body.details).toEqual({ lastEventId: ['must be the same as the header Last-Event-ID, or be left out'] });

  const first = await watch();
  await untilSeen(first, 'pending');
  const { id } = first.events[0]!;
  const same = await watch({ after: id!, query: `?lastEventId=${id}` });
  expect(same.status).toBe(200);
  await upload();
  await untilSeen(same, 'uploading');
});

it('begins with the whole timeline after an event that the assignment does not have', async () => {
  await upload();
  const { assignmentId } = await buildAssignment({ ...scene.person, connectionId: scene.connectionId });
  const [foreign] = await app.database.query<{ id: number }>(
    'SELECT id FROM assignment_events WHERE assignment_id = $1',
    [assignmentId],
  );
  for (const after of [String(foreign!.id), '999999999999999']) {
    await untilSeen(await watch({ after }), 'pending', 'uploading');
  }
});

it('reads when a process tells of a change, and does not look by itself', async () => {
  const other = await buildAssignment({ ...scene.person, connectionId: scene.connectionId });
  const stream = await watch();
  const ofOther = stopping(await openStream(app, other.assignmentId, scene.person));
  await untilSeen(stream, 'pending');
  // No notification tells of this event.
  await app.database.query(
    `INSERT INTO assignment_events (assignment_id, generation, status, errors) VALUES ($1, 2, 'pending', '[]')`,
    [scene.assignmentId],
  );
  await upload(other.assignmentId);
  await untilSeen(ofOther, 'pending', 'uploading');
  await until(() => stream.comments() > 0, 20_000);
  expect(stream.statuses()).toEqual(['pending']);

  await app.database.query(`SELECT pg_notify('${changesChannel}', $1)`, [scene.assignmentId]);
  await untilSeen(stream, 'pending', 'pending');
});

it('refuses all above a hundred that a user opens at the same moment', async () => {
  const streams = await Promise.all(Array.from({ length: 150 }, async () => watch()));

  const statuses = streams.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
});
