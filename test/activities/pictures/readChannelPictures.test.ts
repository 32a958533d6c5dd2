import { Connection } from '../../../models/connections/Connection';
import {
  beginAnew,
  channelAddress,
  hoursLeft,
  makeDue,
  none,
  picturing,
  red,
  serve,
  sizeAt,
  tall,
  userWithChannel,
} from '../../api/pictures/picturing';

beforeEach(beginAnew);

describe('the picture of a channel that was connected', () => {
  it.each<[string, () => string | null, [number, number] | null]>([
    ['is that at the address of its platform', () => serve({ bytes: red }), [320, 320]],
    ['is never larger than its source', () => serve({ bytes: tall }), [100, 200]],
    ['is none where its platform names none', () => null, null],
    ['is none where its source is no picture', () => serve({ bytes: Buffer.from('<html>') }), null],
    ['is none where its source is gone', () => serve({ status: 404 }), null],
    ['is none at an address that is not public', () => 'http://127.0.0.1:1/photo.png', null],
  ])('%s', async (_what, urlOf, size) => {
    const user = await userWithChannel(urlOf());
    expect(await channelAddress(user)).toBeNull();
    await picturing.round();
    const address = await channelAddress(user);
    expect(address === null ? null : await sizeAt(address)).toEqual(size);
  });

  it('is another one after the channel was connected again, and the earlier one until then', async () => {
    const user = await userWithChannel(serve({ bytes: red }));
    await picturing.round();
    await Connection.update({ tokenStatus: 'expired' }, { where: { id: user.connectionId } });
    await user.connect(serve({ bytes: tall }));
    await Connection.update({ tokenStatus: 'expired' }, { where: { id: user.connectionId } });
    expect(await sizeAt(await channelAddress(user))).toEqual([320, 320]);
    expect(await picturing.round()).toEqual({ ...none, read: 1 });
    expect(await sizeAt(await channelAddress(user))).toEqual([100, 200]);
  });

  it('is none at once after the channel was connected again without one', async () => {
    const user = await userWithChannel(serve({ bytes: red }));
    await picturing.round();
    await user.connect(null);
    expect(await channelAddress(user)).toBeNull();
    expect(await picturing.round()).toEqual(none);
  });

  it('is not stored where the channel was connected again while it was read', async () => {
    const { url, resume } = picturing.media.serve({ bytes: red, pauseAfterBytes: 100 });
    const user = await userWithChannel(url);
    const round = picturing.round();
    await user.connect(serve({ bytes: tall }));
    resume();
    await round;
    expect(await channelAddress(user)).toBeNull();
    await picturing.round();
    expect(await sizeAt(await channelAddress(user))).toEqual([100, 200]);
  });

  it('is read from the present address of the platform where the first one has failed', async () => {
    const user = await userWithChannel(serve({ status: 503 }));
    expect(await picturing.round()).toEqual({ ...none, later: 1 });
    await makeDue(user.connectionId);
    expect(await picturing.round()).toEqual({ ...none, read: 1 });
    expect(await sizeAt(await channelAddress(user))).toEqual([320, 180]);
  });

  it('is tried again some times, and less often each time', async () => {
    const { connectionId } = await userWithChannel(serve({ status: 503 }));
    const on = { method: 'GET', path: '/youtube/v3/channels', times: 99 };
    await picturing.sandbox.control('POST', '/faults', { on, do: { status: 503 } });
    const hours: (number | null)[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      expect(await picturing.round()).toEqual({ ...none, later: 1 });
      hours.push(await hoursLeft(connectionId));
      await makeDue(connectionId);
    }
    expect(hours.map((left) => left && Math.round(left * 60))).toEqual([1, 5, 30, 180, 720, 1440, 2880, null]);
  });

  it('is not read of a channel that was removed', async () => {
    const { connectionId } = await userWithChannel(serve({ bytes: red }));
    await Connection.update({ removedAt: new Date() }, { where: { id: connectionId } });
    expect(await picturing.round()).toEqual({ ...none, later: 1 });
    expect(await picturing.round()).toEqual(none);
  });
});

describe('before it is read again', () => {
  const readOnce = async () => {
    const user = await userWithChannel(serve({ bytes: red }));
    await picturing.round();
    await makeDue(user.connectionId);
    return user;
  };

  it('its platform is asked for the present address', async () => {
    const user = await readOnce();
    expect(await picturing.round()).toEqual({ ...none, read: 1 });
    expect(await sizeAt(await channelAddress(user))).toEqual([320, 180]);
  });

  it('a day passes after another picture, and a month after the same', async () => {
    const { connectionId } = await readOnce();
    await picturing.round();
    expect(await hoursLeft(connectionId)).toBeCloseTo(24, 0);
    await makeDue(connectionId);
    await picturing.round();
    expect(await hoursLeft(connectionId)).toBeCloseTo(29 * 24, 0);
  });

  it('a platform that does not answer is asked again, and the earlier picture stays', async () => {
    const user = await readOnce();
    const on = { method: 'GET', path: '/youtube/v3/channels', times: 99 };
    await picturing.sandbox.control('POST', '/faults', { on, do: { status: 503 } });
    expect(await picturing.round()).toEqual({ ...none, later: 1 });
    expect(await sizeAt(await channelAddress(user))).toEqual([320, 320]);
    expect(await hoursLeft(user.connectionId)).toBeGreaterThan(0.01);
  });

  it('a platform that lets nobody ask is not asked: the known address counts', async () => {
    const user = await readOnce();
    await Connection.update({ tokenStatus: 'expired' }, { where: { id: user.connectionId } });
    expect(await picturing.round()).toEqual({ ...none, read: 1 });
    expect(await sizeAt(await channelAddress(user))).toEqual([320, 320]);
  });
});
