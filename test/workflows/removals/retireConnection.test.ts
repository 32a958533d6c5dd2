import { mainQueue, retireConnectionWorkflow, retirementWorkflowId } from '../../../domain/workflowContract';
import { inTransaction } from '../../../models/database/transaction';
import { Connection } from '../../../models/connections/Connection';
import { eraseOverdueTokens } from '../../../models/removals/removedConnections';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { untilSomebodyWaits } from '../../support/runs/interleave';
import { erased, revoke, useRetiring } from './retiring';
import { until } from '../../support/until';

const {
  publishing,
  remove,
  rowOf,
  revocations,
  change,
  works,
  connectBoth,
  connectAgain,
  waitingOf,
  lines,
  beginChoice,
} = useRetiring();

it('revokes the tokens at the platform, erases them, and says so', async () => {
  const channel = await publishing.connect();
  await (await remove(channel)).result();
  expect(await rowOf(channel)).toMatchObject({ ...erased, isActive: false });
  expect(await revocations()).toMatchObject([{ method: 'POST', status: 200 }]);
  expect(await works(channel)).toBe(false);
  expect(lines(channel)).toMatchObject([{ msg: 'the tokens of a removed connection are erased', isShared: false }]);
});

it('only erases them while another channel of the account is connected, in whatever workspace; the last revokes them', async () => {
  const [one, other] = await connectBoth();
  await (await remove(one)).result();
  expect(await rowOf(one)).toMatchObject(erased);
  expect(await revocations()).toEqual([]);
  expect(await works(other)).toBe(true);
  await (await remove(other)).result();
  expect(await revocations()).toHaveLength(1);
  expect(await works(other)).toBe(false);
});

it('revokes them although its workspace has a channel of another account, which goes on working', async () => {
  const [one, other] = [await publishing.connect(), await publishing.connect()];
  await change(other, { workspaceId: one.workspaceId });
  await (await remove(one)).result();
  expect(await revocations()).toHaveLength(1);
  expect([await works(one), await works(other)]).toEqual([false, true]);
  expect(await rowOf(other)).toMatchObject({ tokenStatus: 'valid', removedAt: null });
});

it('only erases them while the account is not known: its own, or that of another connection with tokens', async () => {
  const [known, unknown] = [await publishing.connect(), await publishing.connect()];
  await change(unknown, { platformAccount: null });
  await (await remove(known)).result();
  await publishing.connect();
  await (await remove(unknown)).result();
  expect([await rowOf(known), await rowOf(unknown)]).toMatchObject([erased, erased]);
  expect(await revocations()).toEqual([]);
  const next = await publishing.connect();
  await (await remove(next)).result();
  expect(await revocations()).toHaveLength(1);
});

it.each([
  ['its account', 'of its own'],
  ['another account', 'another one'],
  ['an account that is not known yet', null],
])('waits while an owner may choose a channel of %s', async (_words, platformAccount) => {
  const channel = await publishing.connect({ connection: { platformAccount: 'of its own' } });
  const end = await beginChoice(channel, platformAccount);
  const run = await remove(channel);
  await until(async () => (await waitingOf(run))?.includes('being connected') === true);
  expect(await revocations()).toEqual([]);
  expect(await works(channel)).toBe(true);
  await end();
  await run.result();
  expect(await revocations()).toHaveLength(1);
});

it('of two of one account removed at once, the second revokes them', async () => {
  const [one, other] = await connectBoth();
  const runs = await Promise.all([remove(one), remove(other)]);
  await Promise.all(runs.map(async (run) => run.result()));
  expect([await rowOf(one), await rowOf(other)]).toMatchObject([erased, erased]);
  expect((await revocations()).length).toBe(1);
});

it('asks again a platform that cannot be reached, and keeps the tokens meanwhile', async () => {
  const channel = await publishing.connect();
  await publishing.fault({ method: 'POST', path: revoke }, { status: 503 });
  const run = await remove(channel);
  await until(async () => (await revocations()).length === 1);
  expect(await rowOf(channel)).toMatchObject({ tokenStatus: 'valid', refreshToken: expect.any(String) });
  await run.result();
  expect(await revocations()).toHaveLength(2);
  expect(await rowOf(channel)).toMatchObject(erased);
});

it('erases them although the platform cannot be reached once their time is over', async () => {
  const channel = await publishing.connect();
  await publishing.fault({ method: 'POST', path: revoke, times: 100 }, { status: 503 });
  const run = await remove(channel);
  await until(async () => (await revocations()).length >= 1);
  expect(await eraseOverdueTokens()).toBe(0);
  await change(channel, { removedAt: new Date(Date.now() - 25 * 3_600_000) });
  await run.result();
  expect(await rowOf(channel)).toMatchObject(erased);
  expect(lines(channel)).toContainEqual(
    expect.objectContaining({ level: 40, msg: expect.stringMatching(/not revoked/) }),
  );
});

it('takes a token that the platform does not know any more for revoked', async () => {
  const channel = await publishing.connect();
  await publishing.sandbox.token({ token: channel.refreshToken }, revoke);
  await (await remove(channel)).result();
  expect(await rowOf(channel)).toMatchObject(erased);
});

it('has nothing to do once the connection is back, whose new tokens stay', async () => {
  const channel = await publishing.connect();
  await publishing.fault({ method: 'POST', path: revoke, times: 1 }, { status: 503 });
  const run = await remove(channel);
  await until(async () => (await revocations()).length === 1);
  const back = await connectAgain(channel);
  expect(back.connectionId).toBe(channel.connectionId);
  await run.result();
  expect(await rowOf(channel)).toMatchObject({ tokenStatus: 'valid', removedAt: null, isActive: true, removals: 1 });
  expect(await revocations()).toHaveLength(1);
  expect(await works(back)).toBe(true);

  await (await remove(channel)).result();
  expect(await rowOf(channel)).toMatchObject({ ...erased, removals: 2 });
});

it('revokes nothing of a connection that comes back while it waits for its turn', async () => {
  const [before, channel] = await connectBoth();
  await change(before, { accessToken: null, refreshToken: null });
  const turn = await Connection.sequelize!.transaction();
  await Connection.findByPk(before.connectionId, { transaction: turn, lock: true });
  const run = await remove(channel);
  await untilSomebodyWaits(publishing.database);
  const back = await connectAgain(channel);
  await turn.commit();
  await run.result();
  expect(await revocations()).toEqual([]);
  expect(await works(back)).toBe(true);
  expect(await rowOf(channel)).toMatchObject({ tokenStatus: 'valid', removedAt: null });
  expect(lines(channel)).toEqual([]);
  await (await remove(channel)).result();
});

it('is not started for a connection that is back', async () => {
  const channel = await publishing.connect();
  const { connectionId: subjectId, workspaceId } = channel;
  const order = { kind: 'start', workflow: retireConnectionWorkflow, subjectId, generation: 1, workspaceId } as const;
  const outboxId = await inTransaction(Connection.sequelize!, 'test', async (transaction) =>
    OutboxEntry.add(order, transaction),
  );
  await publishing.dispatcher.dispatch(outboxId);
  expect(await OutboxEntry.findByPk(outboxId)).toMatchObject({ outcome: 'dropped' });
  const run = { taskQueue: mainQueue, args: [{ connectionId: channel.connectionId, platform: 'youtube', removal: 1 }] };
  const workflowId = retirementWorkflowId({ connectionId: channel.connectionId, removal: 1 });
  await publishing.temporal.client.workflow.execute(retireConnectionWorkflow, { ...run, workflowId });
  expect(await rowOf(channel)).toMatchObject({ tokenStatus: 'valid' });
});

it('is what the hourly clean-up makes good, when no run has done it in time', async () => {
  const channel = await publishing.connect();
  await change(channel, { isActive: false, removals: 1, removedAt: new Date(Date.now() - 25 * 3_600_000) });
  expect(await eraseOverdueTokens()).toBe(1);
  expect(await eraseOverdueTokens()).toBe(0);
  expect(await rowOf(channel)).toMatchObject(erased);
});
