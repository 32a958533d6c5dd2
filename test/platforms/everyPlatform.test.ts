import { createPlatforms, platformCapabilities, platformFor } from '../../platforms/index';
import type { PlatformSettings } from '../../platforms/index';
import { createYouTube } from '../../platforms/youtube/index';
import { describeConformance } from './conformance';
import type { Arrangement } from './conformance';
import { youtubeSettings } from '../support/youtube';

const settings: PlatformSettings = { youtube: youtubeSettings('http://127.0.0.1:1') };
const platforms = createPlatforms(settings);

/** A platform that is registered without an arrangement does not compile. */
const arrangements: { [Slug in keyof PlatformSettings]: Arrangement } = {
  youtube: {
    urlOf: (sandbox) => sandbox.youtubeUrl,
    create: (url) => createYouTube(youtubeSettings(url)),
    type: 'video',
    payload: { title: 'A title', privacy: 'public' },
    changed: { title: 'Another title', description: 'D', privacy: 'unlisted', tags: ['a', 'b c'], madeForKids: true },
    isPublic: (state, id) => {
      const { videos } = state as { videos: { id: string; status: { privacyStatus: string } }[] };
      const video = videos.find((video) => video.id === id);
      return video && video.status.privacyStatus !== 'private';
    },
  },
};

for (const [slug, arrangement] of Object.entries(arrangements)) describeConformance(slug, arrangement);

describe('the registry of platforms', () => {
  it('has every platform under its slug', () => {
    expect([...platforms.keys()]).toEqual(Object.keys(settings));
    for (const [slug, platform] of platforms) expect(platform.slug).toBe(slug);
  });

  it('tells the capabilities without settings', () => {
    for (const [slug, platform] of platforms) expect(platformCapabilities[slug]).toBe(platform.contentTypes);
    expect(Object.keys(platformCapabilities)).toEqual([...platforms.keys()]);
  });

  it('finds a platform by slug and names one that this build does not have', () => {
    expect(platformFor(platforms, 'youtube').name).toBe('YouTube');
    expect(() => platformFor(platforms, 'facebook')).toThrow('this build has no platform "facebook"');
  });
});
