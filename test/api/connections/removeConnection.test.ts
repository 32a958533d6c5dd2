import { deliverWebhookWorkflow, retireConnectionWorkflow } from '../../../domain/workflowContract';
import { Connection } from '../../../models/connections/Connection';
import { inTransaction } from '../../../models/database/transaction';
import { failOpenAssignments, markRemoved } from '../../../models/removals/removedConnections';
import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { videoBody } from '../../support/build/video';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { startOperating, useOperating } from '../../support/runs/operating';
import { Tenant } from '../../../models/database/Tenant';

const callbackUrl = 'https://caller.example/hooks';
const inactive = { code: 'CONNECTION_INACTIVE', message: expect.stringMatching(/removed/) };

const app = useApp();
const one = useOperating(app);

const path = () => `/api/v1/connections/${one.connectionId}`;
const remove = async () => one.call('DELETE', path());
const row = async () => Connection.findByPk(one.connectionId, { raw: true, rejectOnEmpty: true });
const retirements = async () =>
  app.database.query<{ id: number }>(
    'SELECT id, kind, workflow, generation FROM outbox WHERE subject_id = $1 ORDER BY id',
    [one.connectionId],
  );

it('answers 204 without a body, and promises the end of its tokens, which stay until then', async () => {
  const before = await row();
  const answer = await remove();

  expect([answer.status, answer.body]).toEqual([204, '']);
  const changed = { removedAt: expect.any(Date), removals: 1, isActive: false, updatedAt: expect.any(Date) };
  expect(await row()).toEqual(Object.assign({}, before, changed));
  const [run, ...others] = await retirements();
  expect(run).toMatchObject({ kind: 'start', workflow: retireConnectionWorkflow, generation: 1 });
  expect(others).toEqual([]);
  expect(app.dispatched).toEqual([[run!.id]]);
  expect(app.log.filter(({ msg }) => msg === 'connection removed')).toMatchObject([
    { connectionId: one.connectionId, failedAssignments: 0 },
  ]);
});

it('is neither listed nor found any more: as an unknown id', async () => {
  const other = await buildConnection(one);
  await remove();
  const { body } = await one.call('GET', '/api/v1/connections?includeInactive=true');
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([other.connectionId]);
  const answers = [
    await one.call('GET', path()),
    await one.call('PATCH', path(), { body: { isActive: true } }),
    await remove(),
    await one.call('POST', `${path()}/refresh-token`),
    await one.call('GET', `${path()}/channel-stats`),
    await one.call('POST', '/api/v1/assignments', { body: videoBody(one.connectionId) }),
    await one.call('POST', '/api/v1/oauth/tickets', {
      body: { platform: 'youtube', redirectUrl: 'https://app.example/done', connectionId: one.connectionId },
    }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
  expect(await row()).toMatchObject({ isActive: false, removals: 1 });
});

it.each(['pending', 'uploading', 'uploaded'] as const)('fails an assignment in %s', async (status) => {
  const id = await one.make(status, { callbackUrl });
  const promised = (await one.orders(id)).length;
  expect((await remove()).status).toBe(204);

  expect(await one.row(id)).toMatchObject({ status: 'failed', generation: 1, errors: [inactive] });
  expect((await one.timeline(id)).at(-1)).toBe('1 failed');
  expect(await one.credits(id)).toEqual(['hold', 'release']);
  const orders = (await one.orders(id)).slice(promised);
  expect(orders.map(({ what }) => what).toSorted()).toEqual(['cancel 1', 'webhook failed']);
  const [run] = await retirements();
  // A webhook after others is dispatched when the webhook before it has been tried.
  const atOnce = orders.filter(({ what }) => what === 'cancel 1' || status === 'pending');
  expect(new Set(app.dispatched.flat())).toEqual(new Set([...atOnce, run!].map((order) => order.id)));
  expect(app.log.filter(({ msg }) => msg === 'assignment moved')).toMatchObject([
    { assignmentId: id, generation: 1, status: 'failed', code: 'CONNECTION_INACTIVE' },
  ]);
  const { values } = await app.metrics.assignmentsEnded.get();
  expect(values).toContainEqual(
    expect.objectContaining({ labels: { platform: 'youtube', status: 'failed', code: 'CONNECTION_INACTIVE' } }),
  );
  expect((await one.call('GET', `/api/v1/assignments/${id}`)).body).toMatchObject({ errors: [inactive] });
});

it('leaves alone what is past its point of no return or over, and what other connections do', async () => {
  const statuses = ['processing', 'published', 'failed', 'cancelled'] as const;
  const ids = await Promise.all(statuses.map(async (status) => one.make(status, { callbackUrl })));
  const neighbour = await startOperating(app);
  const elsewhere = await neighbour.make('pending');
  const before = await Promise.all([...ids.map(one.all), neighbour.all(elsewhere)]);
  await remove();
  expect(await Promise.all([...ids.map(one.all), neighbour.all(elsewhere)])).toEqual(before);
});

it.each(['pending', 'uploading', 'uploaded'] as const)(
  'leaves alone an assignment in %s whose post may be public: it finds out first',
  async (status) => {
    const id = await one.make(status, { callbackUrl });
    await one.callToPublish(id);
    const before = await one.all(id);
    await remove();
    expect(await one.all(id)).toEqual(before);
  },
);

it('of another workspace is not found, and stays', async () => {
  const before = await row();
  const other = workspaceClient(app, await buildWorkspace());
  expect(await other('DELETE', path())).toMatchObject({ status: 404 });
  expect(await row()).toEqual(before);
});

it('is removed once, however many ask at once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, remove));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
  expect(await retirements()).toHaveLength(1);
});

it('leaves no open assignment behind, whatever is created or taken up again at the same moment', async () => {
  const failed = await Promise.all(Array.from({ length: 4 }, async () => one.make('failed')));
  const create = async () => one.call('POST', '/api/v1/assignments', { body: videoBody(one.connectionId) });
  const retry = async (id: string) => one.call('POST', `/api/v1/assignments/${id}/retry`);
  const asked = [...Array.from({ length: 6 }, create), ...failed.map(retry)];
  const [removed, ...answers] = await Promise.all([remove(), ...asked]);
  expect(removed.status).toBe(204);
  for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
  const open = await app.database.query(`SELECT id FROM assignments WHERE connection_id = $1 AND status <> 'failed'`, [
    one.connectionId,
  ]);
  expect(open).toEqual([]);
});

it('fails many assignments at a time, those first that have begun, and says what is left', async () => {
  const assignments = await Promise.all(
    (['pending', 'pending', 'uploading', 'uploaded', 'pending'] as const).map(async (status) => one.make(status)),
  );
  const { connectionId } = one;
  const failSome = async (removal: number) =>
    inTransaction(app.database.sequelize, 'test', async (transaction) =>
      failOpenAssignments({ connectionId, removal }, 3, transaction),
    );
  expect((await failSome(1)).failed).toEqual([]);
  await inTransaction(app.database.sequelize, 'test', async (transaction) =>
    markRemoved(new Tenant(one.workspaceId, null), connectionId, transaction),
  );
  expect((await failSome(2)).failed).toEqual([]);
  const first = (await failSome(1)).failed.map(({ assignment }) => assignment.assignmentId);
  expect(first).toHaveLength(3);
  expect(first).toEqual(expect.arrayContaining([assignments[2], assignments[3]]));
  expect((await failSome(1)).failed).toHaveLength(2);
  expect((await failSome(1)).failed).toEqual([]);
});

it('tells the caller of each, and of nothing else', async () => {
  const id = await one.make('pending', { callbackUrl });
  await remove();
  const webhooks = await app.database.query<{ body: string }>(
    `SELECT d.body FROM outbox o JOIN webhook_deliveries d ON d.id = o.subject_id
     WHERE o.workflow = $1 AND d.assignment_id = $2`,
    [deliverWebhookWorkflow, id],
  );
  expect(webhooks.map(({ body }) => JSON.parse(body))).toMatchObject([
    { assignmentId: id, status: 'failed', connectionId: one.connectionId, errors: [inactive], platformUrl: null },
  ]);
});
