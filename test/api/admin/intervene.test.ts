import { randomUUID } from 'node:crypto';
import { interventions } from '../../../domain/assignment/interventions';
import type { Intervention } from '../../../domain/assignment/interventions';
import { plainFailure } from '../../../domain/failures/failures';
import { Assignment } from '../../../models/assignments/Assignment';
import { User } from '../../../models/users/User';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { use } from '../../support/use';

const app = useApp();
const ada = use(async () => {
  const user = await buildUser(app);
  await User.grantPlatformAdmin(user.email);
  return user;
});
/** Of another workspace than the administrator's. */
const channel = use(async () => {
  const workspace = await buildWorkspace();
  return { ...workspace, ...(await buildConnection(workspace)) };
});
const help = async (id: string, intervention: Intervention, by = ada) =>
  by.call('POST', `/api/v1/admin/assignments/${id}/interventions`, { body: { intervention } });
const rowOf = async (id: string) => Assignment.findByPk(id, { raw: true, rejectOnEmpty: true });
const ordersOf = async (id: string) =>
  app.database.query(`SELECT kind, generation FROM outbox WHERE subject_id = $1 ORDER BY id`, [id]);

const error = plainFailure('PLATFORM_UNAVAILABLE');
const failedTry = (of: 'upload' | 'publish' | 'cleanUp') => ({
  tries: { of, count: 2, since: Date.now() - 1000, nextAt: Date.now() + 3_600_000, error },
});
const waiting = { status: 'uploading', ...failedTry('upload') } as const;
type Overrides = NonNullable<Parameters<typeof buildAssignment>[1]>;

/** Each status, with the interventions that are allowed in it. */
const allowed: readonly [words: string, set: Overrides, ...interventions: Intervention[]][] = [
  ['pending', {}, 'reconcile', 'giveUp'],
  ['uploading', { status: 'uploading' }, 'reconcile', 'giveUp'],
  ['uploading, its next try ahead', waiting, 'retryNow', 'reconcile', 'giveUp'],
  ['uploaded', { status: 'uploaded', scheduledAt: new Date(Date.now() + 3_600_000) }, 'reconcile', 'giveUp'],
  ['processing', { status: 'processing' }, 'reconcile', 'giveUp'],
  [
    'processing, its next try ahead',
    { status: 'processing', ...failedTry('publish') },
    'retryNow',
    'reconcile',
    'giveUp',
  ],
  ['published', { status: 'published', publishedAt: new Date() }],
  ['failed', { status: 'failed', errors: [error] }],
  ['cancelled', { status: 'cancelled' }],
  [
    'cancelled, its clean-up tried again later',
    { status: 'cancelled', cleanup: 'due', ...failedTry('cleanUp') },
    'retryNow',
    'reconcile',
    'endCleanUp',
  ],
];

describe.each(allowed)('%s', (_words, set, ...may) => {
  const refused = interventions.filter((intervention) => !may.includes(intervention));

  it.each(refused)('refuses %s, says why, and stays as it is', async (intervention) => {
    const { assignmentId } = await buildAssignment(channel, set);
    const before = await rowOf(assignmentId);
    expect(await help(assignmentId, intervention)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    expect(await rowOf(assignmentId)).toEqual(before);
    expect(await ordersOf(assignmentId)).toEqual([]);
  });

  // One table for all statuses: some allow nothing.
  it('allows what else there is', async () => {
    for (const intervention of may) {
      const { assignmentId } = await buildAssignment(channel, set);
      const { status, body } = await help(assignmentId, intervention);
      expect([status, body]).toEqual([200, { id: assignmentId, status: (await rowOf(assignmentId)).status }]);
    }
  });
});

it('retryNow orders another run, for which the next try is due at once', async () => {
  const { assignmentId } = await buildAssignment(channel, waiting);
  expect((await help(assignmentId, 'retryNow')).status).toBe(200);
  const { generation, nextAt, tries } = await rowOf(assignmentId);
  expect([generation, nextAt, tries?.count]).toEqual([2, null, 2]);
  expect(await ordersOf(assignmentId)).toEqual([
    { kind: 'terminate', generation: 1 },
    { kind: 'start', generation: 2 },
  ]);
  expect(app.dispatched.flat().length).toBeGreaterThan(0);
});

it('giveUp fails the assignment, releases its credits, and tells its caller why', async () => {
  const { assignmentId } = await buildAssignment(channel, { ...waiting, callbackUrl: 'https://caller.example/hooks' });
  expect((await help(assignmentId, 'giveUp')).body).toEqual({ id: assignmentId, status: 'failed' });
  const message = `${error.message} The operator of this service has ended the tries. Retry it later.`;
  expect((await rowOf(assignmentId)).errors).toEqual([{ code: error.code, message }]);
  expect(
    await app.database.query(
      `SELECT event, body::jsonb->'errors' AS errors FROM webhook_deliveries WHERE assignment_id = $1`,
      [assignmentId],
    ),
  ).toEqual([{ event: expect.stringContaining('failed'), errors: [{ code: error.code, message }] }]);
  expect(
    await app.database.query(`SELECT type FROM credit_entries WHERE assignment_id = $1`, [assignmentId]),
  ).toHaveLength(2);
});

it('endCleanUp leaves what is not public, and the clean-up is not done again', async () => {
  const { assignmentId } = await buildAssignment(channel, {
    status: 'cancelled',
    cleanup: 'due',
    ...failedTry('cleanUp'),
  });
  expect((await help(assignmentId, 'endCleanUp')).status).toBe(200);
  const { cleanup, nextWork, status } = await rowOf(assignmentId);
  expect([cleanup, nextWork, status]).toEqual(['failed', null, 'cancelled']);
  expect(await ordersOf(assignmentId)).toEqual([{ kind: 'terminate', generation: 1 }]);
});

it('is noted in the log, with its administrator', async () => {
  const { assignmentId } = await buildAssignment(channel);
  await help(assignmentId, 'reconcile');
  expect(app.log).toContainEqual(
    expect.objectContaining({ assignmentId, intervention: 'reconcile', userId: ada.userId }),
  );
});

it('answers 403 to other users, whether or not the assignment exists', async () => {
  const other = await buildUser(app);
  const { assignmentId } = await buildAssignment(channel, waiting);
  const answers = await Promise.all([assignmentId, randomUUID()].map(async (id) => help(id, 'giveUp', other)));
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect((await rowOf(assignmentId)).status).toBe('uploading');
});
