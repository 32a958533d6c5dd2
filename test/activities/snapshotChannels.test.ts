import { MockActivityEnvironment } from '@temporalio/testing';
import { createSnapshotActivities } from '../../activities';
import type { PlatformSlug } from '../../domain/platform';
import { usePublishing } from '../support/runs/publishing';
import type { Channel } from '../support/runs/publishing';

/** The newest call of the sandbox before the test. */
let since: number;

const publishing = usePublishing({ workers: false });
beforeEach(async () => {
  await publishing.database.query('DELETE FROM assignments');
  await publishing.database.query('DELETE FROM connections');
  since = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
});

/** The activity as a worker has it, called as Temporal calls it. */
async function run(platform: PlatformSlug = 'youtube') {
  const { noteCounters } = createSnapshotActivities(publishing.deps);
  return new MockActivityEnvironment().run(async () => noteCounters(platform));
}
const questions = async () => (await publishing.callsSince(since)).filter(({ path }) => path.endsWith('/channels'));
const snapshots = async () =>
  publishing.database.query(
    `SELECT connection_id AS "connectionId", subscribers, total_views AS "totalViews",
            day = (now() AT TIME ZONE 'UTC')::date AS "isOfToday"
     FROM channel_snapshots ORDER BY connection_id`,
  );
const idsOf = (channels: readonly Pick<Channel, 'connectionId'>[]) =>
  channels.map(({ connectionId }) => connectionId).toSorted();
const ofSnapshots = async () => (await snapshots()).map(({ connectionId }) => connectionId as string);
/** Of one workspace. */
async function connectTwo(): Promise<[Channel, Channel]> {
  const one = await publishing.connect();
  const other = await publishing.connect();
  await publishing.database.query(
    `UPDATE connections c SET workspace_id = first.workspace_id, organization_id = first.organization_id
     FROM connections first WHERE first.id = $1 AND c.id = $2`,
    [one.connectionId, other.connectionId],
  );
  return [one, other];
}

it('asks for the channels of a workspace in one call, and notes them as of today', async () => {
  const channels = [...(await connectTwo()), await publishing.connect()];
  for (const [n, { channelId }] of channels.entries())
    await publishing.sandbox.control('POST', '/statistics', {
      channelId,
      subscriberCount: 100 + n,
      viewCount: 1000 + n,
    });
  expect(await run()).toEqual({ noted: 3, failed: 0 });
  expect(await questions()).toHaveLength(2);
  const noted = channels.map(({ connectionId }, n) => ({
    connectionId,
    subscribers: 100 + n,
    totalViews: 1000 + n,
    isOfToday: true,
  }));
  expect(await snapshots()).toEqual(noted.toSorted((a, b) => (a.connectionId < b.connectionId ? -1 : 1)));
});

it('asks for each page of Facebook by itself, and notes them as of today', async () => {
  const pages = [
    await publishing.connect({ platform: 'facebook' }),
    await publishing.connect({ platform: 'facebook' }),
  ];
  for (const [n, { channelId }] of pages.entries())
    await publishing.sandbox.control('POST', '/statistics', { channelId, subscriberCount: 7 + n, viewCount: 70 + n });
  expect(await run('facebook')).toEqual({ noted: 2, failed: 0 });
  const noted = pages.map(({ connectionId }, n) => ({
    connectionId,
    subscribers: 7 + n,
    totalViews: 70 + n,
    isOfToday: true,
  }));
  expect(await snapshots()).toEqual(noted.toSorted((a, b) => (a.connectionId < b.connectionId ? -1 : 1)));
});

it('notes nothing where the platform tells nothing, and no zero', async () => {
  const [channel, page] = [await publishing.connect(), await publishing.connect({ platform: 'facebook' })];
  await publishing.sandbox.control('POST', '/statistics', {
    channelId: channel.channelId,
    hiddenSubscriberCount: true,
  });
  await publishing.sandbox.control('POST', '/statistics', {
    channelId: page.channelId,
    subscriberCount: 9,
    viewCount: 5,
  });
  const body = {
    error: { code: 100, type: 'OAuthException', message: '(#100) The value must be a valid insights metric' },
  };
  await publishing.fault({ method: 'GET', path: '/v27.0/*/insights', times: 1 }, { status: 400, body });
  expect([await run(), await run('facebook')]).toEqual([
    { noted: 1, failed: 0 },
    { noted: 1, failed: 0 },
  ]);
  const noted = await snapshots();
  expect(noted.find(({ connectionId }) => connectionId === channel.connectionId)).toMatchObject({ subscribers: null });
  expect(noted.find(({ connectionId }) => connectionId === page.connectionId)).toMatchObject({
    subscribers: 9,
    totalViews: null,
  });
});

it('asks for each channel once a day', async () => {
  await connectTwo();
  await run();
  const asked = (await questions()).length;
  expect(await run()).toEqual({ noted: 0, failed: 0 });
  expect(await questions()).toHaveLength(asked);
  await publishing.database.query('UPDATE channel_snapshots SET day = day - 1 RETURNING 1');
  expect(await run()).toEqual({ noted: 2, failed: 0 });
});

it('asks in the name of another channel of the workspace when one is refused', async () => {
  const channels = await connectTwo();
  const [first] = channels.toSorted((a, b) => (a.connectionId < b.connectionId ? -1 : 1));
  await publishing.sandbox.token({ token: first!.refreshToken }, '/revoke');
  expect(await run()).toEqual({ noted: 2, failed: 0 });
  expect(await ofSnapshots()).toEqual(idsOf(channels));
});

it('leaves a gap for what could not be asked, and fills it in the next run of the day', async () => {
  const channel = await publishing.connect();
  await publishing.fault({ method: 'GET', path: '/youtube/v3/channels', times: 1 }, { status: 503 });
  expect(await run()).toEqual({ noted: 0, failed: 1 });
  expect(await snapshots()).toEqual([]);
  expect(await run()).toEqual({ noted: 1, failed: 0 });
  expect(await ofSnapshots()).toEqual([channel.connectionId]);
});

it('asks for no channel that is inactive, removed or without a token', async () => {
  await publishing.connect({ connection: { isActive: false } });
  await publishing.connect({ connection: { removedAt: new Date(), isActive: false } });
  await publishing.connect({ connection: { tokenStatus: 'expired' } });
  expect(await run()).toEqual({ noted: 0, failed: 0 });
  expect(await questions()).toEqual([]);
});
