import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { photoBytes } from '../../support/media/media';
import type { Json } from '../../support/servers/sandbox';
import { until } from '../../support/until';
import { useEach } from '../../support/use';

describe('A call to Facebook whose answer is lost', () => {
  const sandbox = useFacebookSandbox();
  const page = useEach(async () => sandbox.page());
  const lose = async (path: string, extra = {}) =>
    sandbox.control('POST', '/faults', {
      on: { method: 'POST', path: `/v27.0/${path}`, platform: 'facebook' },
      do: { loseAnswer: true, ...extra },
    });
  const effects = async () => (await sandbox.calls()).flatMap(({ effect }) => effect ?? []);
  const posts = async () => (await sandbox.facebookState()).posts as Json[];
  const feed = async (message: string) => page.post(`/${page.channelId}/feed`, { message, published: 'false' });
  const lost = expect.objectContaining({ message: expect.any(String) });

  it('has left a draft that nobody holds the id of', async () => {
    await lose(`${page.channelId}/feed`);
    await expect(feed('Orphan')).rejects.toEqual(lost);
    expect(await posts()).toMatchObject([{ message: 'Orphan', audience: 'draft', isLive: false }]);
    expect(await effects()).toMatchObject([{ title: 'Orphan', from: null, to: 'draft' }]);
  });

  it('has made a draft public, or does so later', async () => {
    const [first, second] = [(await feed('A')).body.id, (await feed('B')).body.id];
    await lose(`${page.channelId}_`);
    await expect(page.post(`/${first}`, { is_published: 'true' })).rejects.toEqual(lost);
    expect((await page.get(`/${first}`, { fields: 'is_published' })).body.is_published).toBe(true);
    await lose(`${page.channelId}_`, { effectAfterMs: 300 });
    await expect(page.post(`/${second}`, { is_published: 'true' })).rejects.toEqual(lost);
    const isPublic = async () => (await page.get(`/${second}`, { fields: 'is_published' })).body.is_published;
    expect(await isPublic()).toBe(false);
    await until(isPublic);
  });

  it('has stored a photo that no post shows', async () => {
    await lose(`${page.channelId}/photos`);
    const photo = page.post(`/${page.channelId}/photos`, { source: photoBytes(1000), published: 'false' });
    await expect(photo).rejects.toEqual(lost);
    expect((await sandbox.facebookState()).photos).toMatchObject([{ postId: null, sizeBytes: 1000 }]);
    expect(await effects()).toEqual([]);
  });
});

describe('Secrets of Facebook', () => {
  const sandbox = useFacebookSandbox();

  it('are in no record of calls and in no state', async () => {
    const { accessToken, refreshToken, channelId, get } = await sandbox.page();
    await get(`/${channelId}`);
    const userToken = await sandbox.userToken('Paula One');
    const seen = JSON.stringify([await sandbox.calls(), await sandbox.state()]);
    for (const secret of [accessToken, refreshToken, userToken, 'sandbox-facebook-secret'])
      expect(seen).not.toContain(secret);
  });
});
