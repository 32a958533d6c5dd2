import { erasePlatformData } from '../../../models/removals/platformData';
import { dropOldPictures, removeErasedPictures } from '../../../models/pictures/oldPictures';
import { Connection } from '../../../models/connections/Connection';
import { KeptPicture } from '../../../models/pictures/KeptPicture';
import { inTransaction } from '../../../models/database/transaction';
import { buildConnection } from '../../support/build/connection';
import { everythingButTheDate } from '../../support/everythingButTheDate';
import { buildUser } from '../../support/callers/people';
import type { Caller } from '../../support/callers/caller';
import { addressOf, at, channelOf, make, picturing, publish, red } from './picturing';

/** A post with a picture, and its address. */
async function pictured(): Promise<{ caller: Caller; id: string; address: string }> {
  const caller = await channelOf('facebook');
  const { url: mediaUrl } = picturing.media.serve({ bytes: red });
  const id = await make(caller, { type: 'image', mediaUrl, payload: { message: 'Hi' } });
  await picturing.round();
  return { caller, id, address: (await addressOf(caller, id))! };
}

/** What is at the address, asked at this time from now. */
async function later(address: string, seconds: number): ReturnType<typeof at> {
  jest.useFakeTimers({ doNotFake: [...everythingButTheDate], now: Date.now() + seconds * 1000 });
  return at(address).finally(() => jest.useRealTimers());
}

it('shows the picture to whoever has its address', async () => {
  const { address } = await pictured();
  const { status, type, bytes } = await at(address);
  expect([status, type]).toEqual([200, 'image/jpeg']);
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(bytes.length).toBeLessThanOrEqual(65_536);
});

it('lets pages of other origins show it, and browsers keep it until its address is over', async () => {
  const { pathname, search } = new URL((await pictured()).address);
  const { headers } = await fetch(`${picturing.app.url}${pathname}${search}`, { method: 'HEAD' });
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
  const [, seconds] = /^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(3500);
});

it('is over after an hour', async () => {
  const { address } = await pictured();
  expect((await later(address, 3590)).status).toBe(200);
  expect(await later(address, 3601)).toMatchObject({ status: 404, type: expect.stringMatching(/json/) });
});

it.each<[string, (url: URL, other: URL) => void]>([
  [
    'another expiry',
    ({ searchParams }) => searchParams.set('expires', String(Number(searchParams.get('expires')) + 1)),
  ],
  ['another signature', ({ searchParams }) => searchParams.set('signature', `k1.${'A'.repeat(43)}`)],
  [
    'a signature of an unknown key',
    ({ searchParams }) => searchParams.set('signature', `k9.${searchParams.get('signature')!.slice(3)}`),
  ],
  [
    'the signature of another picture',
    (url, other) => url.searchParams.set('signature', other.searchParams.get('signature')!),
  ],
])('with %s leads nowhere', async (_what, change) => {
  const [url, other] = [new URL((await pictured()).address), new URL((await pictured()).address)];
  change(url, other);
  expect((await at(url.href)).status).toBe(404);
});

it('is in the list, the detail, the search, the inspection and among recent posts', async () => {
  const { app, sandbox } = picturing;
  const user = await buildUser(app);
  const grant = await sandbox.grant({ platform: 'facebook' });
  const { connectionId } = await buildConnection(user, { platform: 'facebook' }, grant);
  const { url: mediaUrl } = picturing.media.serve({ bytes: red });
  const body = { connectionId, type: 'image', mediaUrl, payload: { message: 'Hi' } };
  const { id } = (await user.call('POST', '/api/v1/console/assignments', { body })).body;
  await publish(id, 'unknown');
  await picturing.app.database.query('UPDATE pictures SET next_at = NULL');
  const picture = { readAt: new Date(), version: '0123456789abcdef', bytes: Buffer.from('picture') };
  await KeptPicture.update(picture, { where: { id } });
  const read = async (path: string) => (await user.call('GET', `/api/v1/console/${path}`)).body;
  const seen = [
    (await read('assignments')).items[0],
    await read(`assignments/${id}`),
    (await read('stats/recent-posts')).items[0],
  ];
  for (const { thumbnailUrl } of seen) expect((await at(thumbnailUrl)).bytes.toString()).toBe('picture');
  const { caller } = await pictured();
  expect((await caller.call('GET', '/api/v1/assignments')).body.items[0].thumbnailUrl).toMatch(/^http/);
});

describe('goes', () => {
  const isGone = async ({ caller, id, address }: Awaited<ReturnType<typeof pictured>>) => {
    expect([(await at(address)).status, await addressOf(caller, id)]).toEqual([404, null]);
  };

  it('after a month, however often it could not be read again', async () => {
    const one = await pictured();
    await picturing.app.database.query("UPDATE pictures SET read_at = now() - interval '30 days'");
    await isGone(one);
    expect(await dropOldPictures(1000)).toBeGreaterThan(0);
    expect((await KeptPicture.findByPk(one.id, { raw: true }))!.bytes).toBeNull();
  });

  it('with the data of its connection at once, and from the table with the next clean-up', async () => {
    const one = await pictured();
    const { connectionId } = one.caller;
    await inTransaction(Connection.sequelize!, 'test', async (transaction) =>
      erasePlatformData([connectionId], transaction),
    );
    await isGone(one);
    expect(await removeErasedPictures(1000)).toBe(1);
    expect(await KeptPicture.findByPk(one.id)).toBeNull();
    expect((await Connection.findByPk(connectionId, { raw: true }))!.erasePostsUntil).toBeNull();
  });

  it('and is not stored for a connection whose data were erased while it was read', async () => {
    const caller = await channelOf('facebook');
    const { url: mediaUrl, resume } = picturing.media.serve({ bytes: red, pauseAfterBytes: 100 });
    const id = await make(caller, { type: 'image', mediaUrl, payload: { message: 'Hi' } });
    const round = picturing.round();
    await inTransaction(Connection.sequelize!, 'test', async (transaction) =>
      erasePlatformData([caller.connectionId], transaction),
    );
    resume();
    await round;
    expect((await KeptPicture.findByPk(id, { raw: true }))!.bytes).toBeNull();
    expect(await picturing.round()).toMatchObject({ later: 1 });
    expect(await picturing.round()).toMatchObject({ later: 0 });
  });
});
