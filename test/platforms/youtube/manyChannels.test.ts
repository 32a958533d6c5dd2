import { useYouTube } from '../../support/platforms/youtube';

const channel = useYouTube();
const onList = { method: 'GET', path: '/youtube/v3/channels' };

describe('the counters of many channels', () => {
  it('come in one call, without those that YouTube does not have', async () => {
    await channel.forget();
    const { channels } = channel.youtube.stats;
    const found = await channels!.read(channel.call, [channel.channelId, 'UC-gone']);
    expect([...found.keys()]).toEqual([channel.channelId]);
    expect(found.get(channel.channelId)).toEqual(await channel.youtube.stats.channel(channel.call));
    const [first, ...others] = (await channel.calls()).filter(({ path }) => path === onList.path);
    expect(first!.query).toContain('UC-gone');
    expect(others).toHaveLength(1);
  });

  it('are none where YouTube has none of the channels', async () => {
    expect(await channel.youtube.stats.channels!.read(channel.call, ['UC-gone'])).toEqual(new Map());
  });

  it('are of 50 channels at most', () => {
    expect(channel.youtube.stats.channels!.atOnceMax).toBe(50);
  });
});
