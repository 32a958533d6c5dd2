import { getEventListeners } from 'node:events';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { failureOf } from '../../support/failureOf';
import { made, uploadVideo, useYouTube } from '../../support/platforms/youtube';

const payload = { title: 'A title', tags: [], privacy: 'public', madeForKids: false };

describe('looks at many videos of a channel', () => {
  const channel = useYouTube();
  beforeEach(async () => channel.change({ quota: { uploadsPerDay: 1000, unitsPerDay: 100_000 } }));

  const look = async (id: string, patienceMs: number, call: Partial<typeof channel.call> = {}) =>
    channel.publisher.look(
      { ...channel.call, signal: new AbortController().signal, patienceMs, ...call },
      made(id),
      payload,
    );
  const idsAsked = async () =>
    (await channel.calls()).map(({ query }) => new URLSearchParams(query).get('id')?.split(',').length);
  const minute = 60_000;

  it('are made 50 in a request where they can wait, and each has its own answer', async () => {
    const ids = [await uploadVideo(channel), await uploadVideo(channel)];
    await channel.forget();
    const gone = Array.from({ length: 98 }, (_, n) => `gone-${n}`);
    const states = await Promise.all([...gone, ...ids].map(async (id) => look(id, minute)));
    expect(await idsAsked()).toEqual([50, 50]);
    expect(states.slice(0, 98).map(({ kind }) => kind)).toEqual(gone.map(() => 'unknown'));
    expect(states.slice(98)).toEqual([{ kind: 'ready' }, { kind: 'ready' }]);
  });

  it('are made at once where they cannot, and take those with them that wait', async () => {
    const waiting = [look('one', minute), look('two', minute)];
    await Promise.all([...waiting, look('three', 0)]);
    expect(await idsAsked()).toEqual([3]);
    await look('four', 0);
    expect(await idsAsked()).toEqual([3, 1]);
  });

  it('are made when the least patience is over', async () => {
    await Promise.all([look('one', minute), look('two', 20), look('three', minute)]);
    expect(await idsAsked()).toEqual([3]);
  });

  it('are made by each alone where YouTube refuses them together, so that one video fails alone', async () => {
    await channel.fault({ method: 'GET', path: '/youtube/v3/videos', times: 1 }, { error: 'forbidden' });
    const [one, other] = await Promise.all([look('one', minute), look('other', 0)]);
    expect([one.kind, other.kind]).toEqual(['unknown', 'unknown']);
    expect(await idsAsked()).toEqual([2, 1, 1]);
  });

  it.each([
    ['backendError', 'PLATFORM_UNAVAILABLE'],
    ['quotaExceeded', 'QUOTA_EXCEEDED'],
  ])('fail each with %s, which is the failure of none of them alone', async (name, code) => {
    await channel.fault({ method: 'GET', path: '/youtube/v3/videos', times: 1 }, { error: name });
    const failures = await Promise.all([failureOf(look('one', minute)), failureOf(look('other', 0))]);
    expect(failures.map((failure) => failure.code)).toEqual([code, code]);
    expect(await idsAsked()).toEqual([2]);
  });

  it('leave nothing at their signals, which may live for long', async () => {
    const { signal } = new AbortController();
    await Promise.all([look('one', minute, { signal }), look('two', 0, { signal })]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('go on for the others when one of them is given up', async () => {
    const controller = new AbortController();
    const given = failureOf(look('given up', minute, { signal: controller.signal }));
    const waiting = look('waiting', minute);
    controller.abort(new PublishFailure('INTERNAL', { seen: 'given up', todo: 'Retry later.' }, { transient: false }));
    expect((await given).message).toMatch(/^given up/);
    expect((await Promise.all([waiting, look('last', 0)])).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    expect(await idsAsked()).toEqual([2]);
  });

  it('end without a request when all of them are given up', async () => {
    const controller = new AbortController();
    const given = failureOf(look('given up', 20, { signal: controller.signal }));
    controller.abort(new PublishFailure('INTERNAL', { seen: 'given up', todo: 'Retry later.' }, { transient: false }));
    await given;
    await look('another', 40);
    expect(await idsAsked()).toEqual([1]);
  });

  it('of another channel are made apart', async () => {
    const other = look('one', minute, { accessToken: 'of another channel' }).catch((error: unknown) => error);
    await look('two', 0);
    expect(await idsAsked()).toEqual([1]);
    await Promise.all([other, look('three', 0, { accessToken: 'of another channel' }).catch(() => undefined)]);
    expect(await idsAsked()).toEqual([1, 2]);
  });
});
