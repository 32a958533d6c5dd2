import { Connection } from '../../../models/connections/Connection';
import { inTransaction } from '../../../models/database/transaction';
import { KeptPicture } from '../../../models/pictures/KeptPicture';
import { dropOldPictures } from '../../../models/pictures/oldPictures';
import { erasePlatformData } from '../../../models/removals/platformData';
import { at, channelAddress, picturing, publish, red, userWithChannel } from './picturing';
import type { UserWithChannel } from './picturing';

/** A channel with a picture, and its address. */
async function pictured(): Promise<UserWithChannel & { address: string }> {
  const user = await userWithChannel(picturing.media.serve({ bytes: red }).url);
  await picturing.round();
  return Object.assign(user, { address: (await channelAddress(user))! });
}

it('shows the picture of a channel to whoever has its address', async () => {
  const { address, connectionId } = await pictured();
  expect(new URL(address).pathname).toMatch(new RegExp(`^/api/v1/pictures/${connectionId}/[0-9a-f]{16}$`));
  const { status, type, bytes } = await at(address);
  expect([status, type, bytes.subarray(0, 3).toString('hex')]).toEqual([200, 'image/jpeg', 'ffd8ff']);
});

it('has the address wherever the console names a channel, and that of the platform in the API', async () => {
  const { call, connectionId, address } = await pictured();
  const body = { connectionId, type: 'video', payload: { title: 'Walk' }, mediaUrl: picturing.media.serve({}).url };
  const { id } = (await call('POST', '/api/v1/console/assignments', { body })).body;
  await publish(id, 'unknown');
  await picturing.app.database.query(
    'UPDATE read_posts SET views = 1, likes = 1, comments = 1, shares = 1, read_at = now()',
  );
  const read = async (path: string) => (await call('GET', `/api/v1/console/${path}`)).body;
  const seen = [
    (await read('connections')).items[0],
    await read(`connections/${connectionId}`),
    (await read('assignments')).items[0].connection,
    (await read('stats/recent-posts')).items[0].connection,
    (await read('stats/best-posts')).items[0].connection,
  ];
  const pathOf = (url: string) => new URL(url).pathname;
  expect(seen.map(({ thumbnailUrl }) => pathOf(thumbnailUrl))).toEqual(seen.map(() => pathOf(address)));
  for (const { thumbnailUrl } of seen) expect((await at(thumbnailUrl)).status).toBe(200);

  const { apiKey } = (await call('POST', '/api/v1/console/credentials/api-key/regenerate')).body;
  const asCaller = async (path: string) =>
    (await call('GET', `/api/v1/${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).body;
  const { thumbnailUrl } = await Connection.findByPk(connectionId, { raw: true, rejectOnEmpty: true });
  expect(thumbnailUrl).toContain(`:${picturing.media.port}/`);
  const named = [(await asCaller('connections')).items[0], await asCaller(`connections/${connectionId}`)];
  expect(named.map((one) => one.thumbnailUrl)).toEqual([thumbnailUrl, thumbnailUrl]);
});

describe('goes', () => {
  const isGone = async (one: UserWithChannel & { address: string }) => {
    expect([(await at(one.address)).status, await channelAddress(one)]).toEqual([404, null]);
  };
  const erase = async (ids: string[]) =>
    inTransaction(Connection.sequelize!, 'test', async (transaction) => erasePlatformData(ids, transaction));

  it('after a month, however often it could not be read again', async () => {
    const one = await pictured();
    await picturing.app.database.query("UPDATE pictures SET read_at = now() - interval '30 days' WHERE id = $1", [
      one.connectionId,
    ]);
    await isGone(one);
    expect(await dropOldPictures(1000)).toBeGreaterThan(0);
    expect((await KeptPicture.findByPk(one.connectionId, { raw: true }))!.bytes).toBeNull();
  });

  it('with the data of its channel at once, from the table too, and comes back with them', async () => {
    const one = await pictured();
    await erase([one.connectionId]);
    await isGone(one);
    expect(await KeptPicture.findByPk(one.connectionId)).toBeNull();
    await one.connect(picturing.media.serve({ bytes: red }).url);
    await picturing.round();
    expect((await at((await channelAddress(one))!)).status).toBe(200);
  });

  it('and is not stored for a channel whose data were erased while it was read', async () => {
    const { url, resume } = picturing.media.serve({ bytes: red, pauseAfterBytes: 100 });
    const one = await userWithChannel(url);
    const round = picturing.round();
    await erase([one.connectionId]);
    resume();
    await round;
    expect(await KeptPicture.findByPk(one.connectionId)).toBeNull();
    expect(await picturing.round()).toEqual({ read: 0, none: 0, later: 0 });
  });

  it('with its connection', async () => {
    const one = await pictured();
    await Connection.destroy({ where: { id: one.connectionId } });
    expect([(await at(one.address)).status, await KeptPicture.findByPk(one.connectionId)]).toEqual([404, null]);
  });
});
