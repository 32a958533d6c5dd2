import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { paced } from '../../../domain/pace';
import { Connection, tokenContext } from '../../../models/connections/Connection';
import { freshAccessToken } from '../../../channels/connectionTokens';
import { RunChannel } from '../../../models/assignments/runSubjects';
import { inTransaction } from '../../../models/database/transaction';
import { storeGrant } from '../../../models/oauth/storeGrant';
import { failureOf } from '../../support/failureOf';
import { usePublishing } from '../../support/runs/publishing';
import type { RenewalCall } from '../../../platforms/Platform';
import type { Channel } from '../../support/runs/publishing';
import { testSecrets } from '../../support/secrets';
import { until } from '../../support/until';

const payload = { title: 'With a fresh token', privacy: 'public', tags: [], madeForKids: false };
const runOut = { connection: { tokenExpiresAt: new Date(0) } };

const publishing = usePublishing();

async function lastSeq(): Promise<number> {
  return (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
}

async function renewalsSince(seq: number): Promise<number> {
  return (await publishing.callsSince(seq)).filter(({ path }) => path === '/token').length;
}

async function storedOf({ connectionId }: Channel) {
  const row = await Connection.findByPk(connectionId, { raw: true });
  const open = (column: 'access_token' | 'refresh_token', sealed: string | null) =>
    sealed && testSecrets.decrypt(sealed, tokenContext(connectionId, column));
  return {
    status: row!.tokenStatus,
    accessToken: open('access_token', row!.accessToken),
    refreshToken: open('refresh_token', row!.refreshToken),
  };
}

/** The channel's owner consents once more; the connection gets the new tokens. */
async function connectAgain({ channelId, connectionId }: Channel): Promise<{ accessToken: string }> {
  const { accessToken, refreshToken } = await publishing.sandbox.grant({ channelId });
  const row = await Connection.findByPk(connectionId, { raw: true });
  const { workspaceId, organizationId, name, thumbnailUrl, metadata } = row!;
  const channel = { externalPlatformId: channelId, name, thumbnailUrl, metadata };
  const tokenExpiresAt = new Date(Date.now() + 3_599_000);
  const given = { workspaceId, organizationId, platform: 'youtube', channel, accessToken, refreshToken } as const;
  await inTransaction(Connection.sequelize!, 'test', (transaction) =>
    storeGrant({ ...given, tokenExpiresAt, platformAccount: null, permissions: [] }, testSecrets, transaction),
  );
  return { accessToken };
}

it('renews a token once for twenty assignments that need it at the same time', async () => {
  const since = await lastSeq();
  const channel = await publishing.connect(runOut);
  await publishing.fault({ method: 'POST', path: '/token' }, { delayMs: 1000 });
  const assignments = await Promise.all(Array.from({ length: 20 }, () => publishing.submit(channel, { payload })));
  const outcomes = await Promise.all(assignments.map((assignment) => publishing.outcomeOf(assignment, 30_000)));
  expect(outcomes.map(({ row }) => row.status)).toEqual(assignments.map(() => 'published'));
  expect(await renewalsSince(since)).toBe(1);
});

it('renews a token before it runs out in the middle of a call', async () => {
  const since = await lastSeq();
  const channel = await publishing.connect({ connection: { tokenExpiresAt: new Date(Date.now() + 60_000) } });
  const { row } = await publishing.outcomeOf(await publishing.submit(channel, { payload }));
  expect(row.status).toBe('published');
  expect(await renewalsSince(since)).toBe(1);
});

it('goes on with newer tokens when a refusal of the old ones comes late', async () => {
  const since = await lastSeq();
  const channel = await publishing.connect(runOut);
  await publishing.sandbox.youtube('POST', `/revoke?token=${channel.refreshToken}`, { body: '' });
  await publishing.fault({ method: 'POST', path: '/token' }, { delayMs: 600 });
  const assignment = await publishing.submit(channel, { payload });
  await until(async () => (await renewalsSince(since)) === 1);
  const { accessToken } = await connectAgain(channel);
  const { row } = await publishing.outcomeOf(assignment);
  expect(row).toMatchObject({ status: 'published', errors: [] });
  expect(await storedOf(channel)).toMatchObject({ status: 'valid', accessToken });
});

it('goes on with newer tokens, and renews none, when a refusal of the access token comes late', async () => {
  const since = await lastSeq();
  const channel = await publishing.connect();
  await publishing.sandbox.youtube('POST', `/revoke?token=${channel.refreshToken}`, { body: '' });
  await publishing.fault({ method: 'POST', path: '/upload/youtube/v3/videos' }, { delayMs: 600 });
  const assignment = await publishing.submit(channel, { payload });
  await until(async () => (await publishing.callsSince(since)).some(({ path }) => path.startsWith('/upload')));
  const { accessToken } = await connectAgain(channel);
  expect((await publishing.outcomeOf(assignment)).row).toMatchObject({ status: 'published', errors: [] });
  expect(await storedOf(channel)).toMatchObject({ status: 'valid', accessToken });
  expect(await renewalsSince(since)).toBe(0);
});

it.each([{ refresh_token: '' }, {}])('keeps its refresh token when a renewal brings none: %j', async (brought) => {
  const channel = await publishing.connect(runOut);
  const { accessToken } = await publishing.sandbox.grant({ channelId: channel.channelId });
  const body = { access_token: accessToken, expires_in: 3599, token_type: 'Bearer', ...brought };
  await publishing.fault({ method: 'POST', path: '/token' }, { status: 200, body });
  const { row } = await publishing.outcomeOf(await publishing.submit(channel, { payload }));
  expect(row.status).toBe('published');
  expect(await storedOf(channel)).toEqual({ status: 'valid', accessToken, refreshToken: channel.refreshToken });
});

it('gives up a renewal that is not answered after 15 s, whatever garbage is collected meanwhile', async () => {
  const channel = await publishing.connect(runOut);
  const unanswered = async (_refreshToken: string, { signal }: RenewalCall) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const ask = async () =>
    freshAccessToken(
      { secrets: testSecrets, renew: unanswered },
      new RunChannel(channel.connectionId),
      new AbortController().signal,
    );
  setFlagsFromString('--expose-gc');
  // Twice: young objects survive the first time. Each time takes a second where the process has run many tests.
  for (const atMs of [paced(3000), paced(6000)]) setTimeout(runInNewContext('gc') as () => void, atMs);
  // A request that forgets its timer waits for ever.
  expect(await failureOf(ask())).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
  expect(await storedOf(channel)).toMatchObject({ status: 'valid' });
});

it('uses a token that lasts less long than it would renew ahead', async () => {
  const since = await lastSeq();
  const channel = await publishing.connect(runOut);
  const { accessToken } = await publishing.sandbox.grant({ channelId: channel.channelId });
  const body = { access_token: accessToken, expires_in: 60, token_type: 'Bearer' };
  await publishing.fault({ method: 'POST', path: '/token', times: 100 }, { status: 200, body });
  const { row } = await publishing.outcomeOf(await publishing.submit(channel, { payload }));
  expect(row.status).toBe('published');
  expect(await renewalsSince(since)).toBeLessThanOrEqual(4);
});

it.each([
  ['that holds no token', { tokenStatus: 'missing', accessToken: null, refreshToken: null }, 'TOKEN_MISSING'],
  [
    'whose token ran out and that cannot renew it',
    { tokenExpiresAt: new Date(0), refreshToken: null },
    'TOKEN_EXPIRED',
  ],
] as const)('fails the assignment of a connection %s', async (_what, connection, code) => {
  const channel = await publishing.connect({ connection });
  const { row, credits, run } = await publishing.outcomeOf(await publishing.submit(channel, { payload }));
  expect(row.errors).toEqual([{ code, message: expect.stringMatching(/[Cc]onnect the channel/) }]);
  expect({ run, credits }).toEqual({ run: 'FAILED', credits: ['hold', 'release'] });
});

it('fails an assignment whose connection was deactivated before its time, with no call', async () => {
  const since = await lastSeq();
  const channel = await publishing.connect({ connection: { isActive: false } });
  const { row, statuses, credits } = await publishing.outcomeOf(await publishing.submit(channel, { payload }));
  expect(row.errors).toMatchObject([{ code: 'CONNECTION_INACTIVE' }]);
  expect({ statuses, credits }).toEqual({ statuses: ['pending', 'failed'], credits: ['hold', 'release'] });
  expect(await publishing.callsSince(since)).toEqual([]);
});
