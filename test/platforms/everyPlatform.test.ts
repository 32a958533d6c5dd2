import type { Payload } from '../../domain/payload';
import { createPlatforms, platformCapabilities, platformFor } from '../../platforms/index';
import type { PlatformSettings } from '../../platforms/index';
import { createYouTube } from '../../platforms/youtube/index';
import { boxes, follow, open, press, queryOfRedirect } from '../sandbox/consentPages';
import { describeConformance } from './conformance';
import type { Arrangement } from './subject';
import { youtubeSettings } from './youtube/channel';

const settings: PlatformSettings = { youtube: youtubeSettings('http://127.0.0.1:1') };
const platforms = createPlatforms(settings);

interface Video {
  id: string;
  snippet: Payload;
  status: { privacyStatus: string; selfDeclaredMadeForKids: boolean };
}

const videoOf = (state: unknown, id: string): Video | undefined =>
  (state as { videos: Video[] }).videos.find((video) => video.id === id);

/** A platform that is registered without an arrangement does not compile. */
const arrangements: { [Slug in keyof PlatformSettings]: Arrangement } = {
  youtube: {
    urlOf: (sandbox) => sandbox.youtubeUrl,
    create: (url) => createYouTube(youtubeSettings(url)),
    type: 'video',
    payload: { title: 'A title', privacy: 'public' },
    changed: { title: 'Another title', description: 'D', privacy: 'unlisted', tags: ['a', 'b c'], madeForKids: true },
    isPublic: (state, id) => {
      const video = videoOf(state, id);
      return video && video.status.privacyStatus !== 'private';
    },
    payloadOf: (state, id) => {
      const video = videoOf(state, id);
      if (!video) return undefined;
      const { privacyStatus: privacy, selfDeclaredMadeForKids: madeForKids } = video.status;
      return { ...video.snippet, privacy, madeForKids };
    },
    consent: async (url, answer) => {
      // Google counts what an account has granted before, so one that leaves something out has never granted all.
      const isAll = answer === 'everything';
      const page = await follow(await open(url.href), isAll ? 'Olive One' : 'Noa None');
      const screen = await press(page, 'Allow', isAll ? [] : boxes(page).slice(0, 1));
      return queryOfRedirect(screen)['code']!;
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
