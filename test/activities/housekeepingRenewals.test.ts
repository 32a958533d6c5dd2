import { MockActivityEnvironment } from '@temporalio/testing';
import { createRenewalActivities } from '../../activities';
import { Connection, tokenContext } from '../../models/connections/Connection';
import { inTransaction } from '../../models/database/transaction';
import { storeGrant } from '../../models/oauth/storeGrant';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { usePublishing } from '../support/runs/publishing';
import type { Channel } from '../support/runs/publishing';
import { testSecrets } from '../support/secrets';
import { until } from '../support/until';

/** The newest call of the sandbox before the test. */
let since: number;

const publishing = usePublishing({ workers: false });
beforeEach(async () => {
  await publishing.database.query('DELETE FROM assignments');
  await publishing.database.query('DELETE FROM connections');
  publishing.log.length = 0;
  since = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
});

const dayAgo = new Date(Date.now() - 24 * 3_600_000);
const due = { connection: { tokenExpiresAt: dayAgo } };

/** The activity as a worker has it, called as Temporal calls it. */
const inTemporal = (heartbeatDetails?: object) => new MockActivityEnvironment({ heartbeatDetails });
async function run(environment = inTemporal()) {
  const { renewDueTokens } = createRenewalActivities(publishing.deps);
  return environment.run(async () => renewDueTokens('youtube'));
}

/** Connections that are due, in the order of their ids. */
async function connectDue(count: number): Promise<Channel[]> {
  const channels: Channel[] = [];
  while (channels.length < count) channels.push(await publishing.connect(due));
  return channels.toSorted((one, other) => (one.connectionId < other.connectionId ? -1 : 1));
}
const revoke = async ({ refreshToken }: Channel) => publishing.sandbox.token({ token: refreshToken }, '/revoke');
const fault = async (action: object, on: { nth?: number; times?: number } = {}) =>
  publishing.fault({ method: 'POST', path: '/token', ...on }, action);
const renewals = async () => (await publishing.callsSince(since)).filter(({ path }) => path === '/token');
const rowOf = async ({ connectionId }: Pick<Channel, 'connectionId'>) =>
  Connection.findByPk(connectionId, { raw: true, rejectOnEmpty: true });
const statusesOf = async (channels: Channel[]) =>
  Promise.all(channels.map(async (channel) => (await rowOf(channel)).tokenStatus));
async function storedOf(channel: Channel) {
  const { accessToken, refreshToken } = await rowOf(channel);
  const open = (column: 'access_token' | 'refresh_token', sealed: string | null) =>
    sealed && testSecrets.decrypt(sealed, tokenContext(channel.connectionId, column));
  return { accessToken: open('access_token', accessToken), refreshToken: open('refresh_token', refreshToken) };
}
async function countOf(outcome: string): Promise<number> {
  const { values } = await publishing.deps.metrics.tokenRenewals.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

it('renews what is due and asks for nothing else', async () => {
  const [idle] = await connectDue(1);
  const soon = await publishing.connect();
  await buildAssignment(soon, { scheduledAt: new Date(Date.now() + 100 * 60_000) });
  const resting = await publishing.connect();
  const before = await rowOf(resting);
  const counted = await countOf('renewed');

  expect(await run()).toEqual({ renewed: 2, refused: 0, failed: 0 });
  expect(await countOf('renewed')).toBe(counted + 2);
  expect(await renewals()).toHaveLength(2);
  for (const channel of [idle!, soon]) {
    const row = await rowOf(channel);
    expect(row).toMatchObject({ tokenStatus: 'valid', tokenVersion: 2, renewalLeaseUntil: null });
    expect(row.tokenExpiresAt!.getTime() - Date.now()).toBeGreaterThan(3_500_000);
    const { accessToken, refreshToken } = await storedOf(channel);
    expect(accessToken).not.toBe(channel.accessToken);
    expect(refreshToken).toBe(channel.refreshToken);
  }
  expect(await rowOf(resting)).toEqual(before);
  await run();
  // Only the assignment that the new token does not outlast either asks again.
  expect(await renewals()).toHaveLength(3);
});

it('a definite refusal makes the connection expired, says so in the log, and the others go on', async () => {
  const channels = await connectDue(4);
  await revoke(channels[1]!);
  expect(await run()).toEqual({ renewed: 3, refused: 1, failed: 0 });
  expect(await statusesOf(channels)).toEqual(['valid', 'expired', 'valid', 'valid']);
  expect(await rowOf(channels[1]!)).toMatchObject({ tokenExpiresAt: null, renewalLeaseUntil: null });
  const warnings = publishing.log.filter(({ level }) => level === 40);
  expect(warnings).toMatchObject([{ connectionId: channels[1]!.connectionId, platform: 'youtube' }]);
  for (const { accessToken, refreshToken } of channels) {
    for (const secret of [accessToken, refreshToken]) expect(JSON.stringify(publishing.log)).not.toContain(secret);
  }
  expect(await run()).toEqual({ renewed: 0, refused: 0, failed: 0 });
});

it.each([
  ['a server error', { status: 503 }],
  ['a server error that looks like a refusal', { status: 500, body: { error: 'invalid_grant' } }],
  ['too many requests', { status: 429, headers: { 'Retry-After': '7' } }],
  ['a lost answer', { loseAnswer: true }],
  ['nonsense', { status: 200, body: 'hello' }],
  ['a refusal of this service itself', { error: 'invalid_client' }],
])('%s disconnects nobody, stops nobody else, and the next run renews', async (_what, action) => {
  const channels = await connectDue(3);
  const before = await Promise.all(channels.map(rowOf));
  await fault(action);
  expect(await run()).toEqual({ renewed: 2, refused: 0, failed: 1 });
  const struck = (await Promise.all(channels.map(rowOf))).filter(({ tokenVersion }) => tokenVersion === 1);
  expect(struck).toHaveLength(1);
  expect(before).toContainEqual(struck[0]);
  expect(await run()).toEqual({ renewed: 1, refused: 0, failed: 0 });
  expect(await statusesOf(channels)).toEqual(['valid', 'valid', 'valid']);
});

it.each([{ refresh_token: '' }, {}])('keeps the refresh token when a renewal brings none: %j', async (brought) => {
  const [channel] = await connectDue(1);
  await fault({ status: 200, body: { access_token: 'new', expires_in: 3599, token_type: 'Bearer', ...brought } });
  expect(await run()).toMatchObject({ renewed: 1 });
  expect(await storedOf(channel!)).toEqual({ accessToken: 'new', refreshToken: channel!.refreshToken });
});

it('a refusal that comes late does not end what was connected anew meanwhile', async () => {
  const [channel] = await connectDue(1);
  await fault({ delayMs: 600 });
  await revoke(channel!);
  const running = run();
  await until(async () => (await renewals()).length === 1);
  const { workspaceId, organizationId, name, thumbnailUrl, metadata } = await rowOf(channel!);
  const fresh = await publishing.sandbox.grant({ channelId: channel!.channelId });
  const owner = { workspaceId, organizationId, platform: 'youtube', platformAccount: null, permissions: [] } as const;
  const again = { externalPlatformId: channel!.channelId, name, thumbnailUrl, metadata };
  const grant = { ...owner, ...fresh, channel: again, tokenExpiresAt: new Date(Date.now() + 3_599_000) };
  await inTransaction(publishing.database.sequelize, 'test', async (transaction) =>
    storeGrant(grant, testSecrets, transaction),
  );
  expect(await running).toEqual({ renewed: 1, refused: 0, failed: 0 });
  expect(await rowOf(channel!)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 2 });
  expect((await storedOf(channel!)).accessToken).toBe(fresh.accessToken);
});

it('a token that has run out and that nothing can renew is found expired, without a call', async () => {
  const channel = await publishing.connect({ connection: { tokenExpiresAt: dayAgo, refreshToken: null } });
  expect(await run()).toEqual({ renewed: 0, refused: 1, failed: 0 });
  expect(await statusesOf([channel])).toEqual(['expired']);
  expect(await renewals()).toEqual([]);
});

it('two runs at the same time renew each connection once', async () => {
  const channels = await connectDue(3);
  await fault({ delayMs: 1500 }, { times: 3 });
  await Promise.all([run(), run()]);
  expect(await renewals()).toHaveLength(3);
  for (const channel of channels) expect(await rowOf(channel)).toMatchObject({ tokenVersion: 2 });
});

it('renews eight at a time at most', async () => {
  await connectDue(20);
  await fault({ delayMs: 150 }, { times: 20 });
  const watch = { isOver: false };
  const running = run().finally(() => (watch.isOver = true));
  const atOnce: number[] = [];
  while (!watch.isOver) {
    const [leased] = await publishing.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM connections WHERE renewal_lease_until > clock_timestamp()',
    );
    atOnce.push(leased!.count);
  }
  expect(await running).toMatchObject({ renewed: 20 });
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(8);
  expect(Math.max(...atOnce)).toBeGreaterThan(1);
});

it('goes through every page', async () => {
  const { accessToken, refreshToken, ...channel } = await publishing.connect();
  const { workspaceId, organizationId } = await rowOf(channel);
  const parent = { workspaceId, organizationId };
  const grant = { accessToken, refreshToken };
  for (let count = 0; count < 210; count += 1) await buildConnection(parent, { tokenExpiresAt: dayAgo }, grant);
  expect(await run()).toEqual({ renewed: 210, refused: 0, failed: 0 });
  const [left] = await publishing.database.query('SELECT count(*)::int AS n FROM connections WHERE token_version = 1');
  expect(left).toEqual({ n: 1 });
});

it('another try goes on behind the last one that was done, and counts on', async () => {
  const channels = await connectDue(4);
  const afterId = channels[1]!.connectionId;
  expect(await run(inTemporal({ afterId, renewed: 10, refused: 2, failed: 1 }))).toEqual({
    renewed: 12,
    refused: 2,
    failed: 1,
  });
  const versions = await Promise.all(channels.map(async (channel) => (await rowOf(channel)).tokenVersion));
  expect(versions).toEqual([1, 1, 2, 2]);
});

it('tells how far it is, and ends when it is cancelled, with nothing lost', async () => {
  const channels = await connectDue(12);
  await fault({ hang: true }, { nth: 9, times: 4 });
  const environment = inTemporal();
  const beats: unknown[] = [];
  environment.on('heartbeat', (details: unknown) => beats.push(details));
  const running = run(environment);
  running.catch(() => undefined);
  const done = { afterId: channels[7]!.connectionId, renewed: 8, refused: 0, failed: 0 };
  await until(() => beats.length > 0 && JSON.stringify(beats.at(-1)) === JSON.stringify(done));
  await until(async () => (await renewals()).length === 12);
  environment.cancel();
  await expect(running).rejects.toMatchObject({ name: 'CancelledFailure' });

  const isUntouched = async () =>
    (await Promise.all(channels.slice(8).map(rowOf))).every(({ renewalLeaseUntil }) => renewalLeaseUntil === null);
  await until(isUntouched);
  await publishing.sandbox.control('DELETE', '/faults');
  expect(await run(inTemporal(done))).toEqual({ renewed: 12, refused: 0, failed: 0 });
  expect(new Set(await statusesOf(channels))).toEqual(new Set(['valid']));
});
