import type { Subject } from './subject';

/** The promises of `Platform` about counters: of the channel, and of a post by the id that publishing has answered. */
export function describeStatistics(of: () => Subject): void {
  describe('its statistics', () => {
    it('counts a channel and a post in whole numbers, and knows no post that is not there', async () => {
      const { platform, call, prepare, publish } = of();
      const { platformPostId } = await publish(await prepare());
      const ofChannel = await platform.stats.channel(call);
      const ofPost = await platform.stats.post(call, platformPostId);
      expect(Object.keys(ofChannel).sort()).toEqual(['subscribers', 'totalPosts', 'totalViews']);
      expect(Object.keys(ofPost!).sort()).toEqual(['comments', 'likes', 'shares', 'views']);
      for (const count of Object.values({ ...ofChannel, ...ofPost })) expect(Number.isInteger(count)).toBe(true);
      expect(await platform.stats.post(call, 'some-post')).toBeNull();
    });
  });
}
