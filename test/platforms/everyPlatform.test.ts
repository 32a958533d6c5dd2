import { createPlatforms, platformFor, platformOffers, publisherFor } from '../../platforms/index';
import type { PlatformSettings } from '../../platforms/index';
import { kinds, textKinds, wordsFor } from '../kinds';
import { toySlug } from '../toy/platform';
import { describeConformance } from './conformance';
import { describeStatistics } from './statsPromises';
import { useSubject } from './subject';
import { facebookSettings } from '../support/platforms/facebook';
import { youtubeSettings } from '../support/platforms/youtube';

const base = 'http://127.0.0.1:1';
const settings: PlatformSettings = Object.assign(
  { youtube: youtubeSettings(base), facebook: facebookSettings(base) },
  { [toySlug]: { base, clientId: 'client' } },
);
const platforms = createPlatforms(settings);

// A story has neither a text nor one way of upload: `facebook/story.test.ts` has its other promises.
for (const kind of textKinds) describeConformance(kind);
for (const kind of kinds.filter((one) => !textKinds.includes(one))) {
  describe(`${kind.platform}, as every platform, for a ${wordsFor(kind)}`, () => {
    describeStatistics(useSubject(kind));
  });
}

describe('the registry of platforms', () => {
  it('has every platform under its slug', () => {
    expect([...platforms.keys()]).toEqual(Object.keys(settings));
    for (const [slug, platform] of platforms) expect(platform.slug).toBe(slug);
  });

  it('has each of its content types in the table of kinds, under this name', () => {
    const registered = [...platforms.values()].flatMap(({ slug, publishers }) =>
      [...publishers.keys()].map((type) => `${slug} ${type}`),
    );
    const listed = kinds.map(({ platform, type }) => `${platform} ${type}`);
    expect([...new Set(listed)].sort()).toEqual(registered.sort());
  });

  it('offers, without settings, the content types that its platforms have with them', () => {
    const offers = [...platforms.values()].map(({ slug, publishers }) => {
      return { platform: slug, contentTypes: [...publishers.values()].map(({ capabilities }) => capabilities) };
    });
    expect(platformOffers()).toEqual(offers);
  });

  it('finds a platform by slug and names one that this build does not have', () => {
    expect(platformFor(platforms, 'youtube').name).toBe('YouTube');
    expect(() => platformFor(platforms, 'myspace')).toThrow('this build has no platform "myspace"');
  });

  it('finds how a kind of post is published and names one that the platform does not have', () => {
    const youtube = platformFor(platforms, 'youtube');
    for (const [type, publisher] of youtube.publishers) expect(publisherFor(youtube, type)).toBe(publisher);
    expect(() => publisherFor(youtube, 'carousel')).toThrow('YouTube has no kind of post "carousel"');
  });
});
