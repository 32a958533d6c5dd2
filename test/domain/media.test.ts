import { mediaAdvice, mediaFaults, needsFacts } from '../../domain/media';
import type { MediaFacts } from '../../domain/media';
import { platformOffers } from '../../platforms/index';

const film: MediaFacts = {
  format: 'video/mp4',
  durationSeconds: 60,
  width: 1080,
  height: 1920,
  rotationDegrees: 0,
  frameRate: 30,
  videoCodec: 'avc',
  hasPictures: true,
  audioCodec: 'aac',
};
const limits = (maxDurationSeconds: number | null) => ({ maxFileSizeBytes: null, maxDurationSeconds });
const short = { slug: 'short', media: { video: limits(60), image: limits(null) } } as const;

describe('mediaFaults', () => {
  it('names the field, its value and the limit', () => {
    expect(mediaFaults({ ...film, durationSeconds: 90.5 }, short)).toEqual([
      'durationSeconds is 90.5; a short may have at most 60',
    ]);
  });

  it.each([0.04, 60, 60.9, null])('finds nothing wrong with a duration of %s where 60 s are allowed', (seconds) => {
    expect(mediaFaults({ ...film, durationSeconds: seconds }, short)).toEqual([]);
  });

  it('names a film that is too short, and none that is but some pictures shorter', () => {
    const reel = { slug: 'reel', media: { video: { ...limits(90), minDurationSeconds: 3 } } } as const;
    const faultsOf = (durationSeconds: number) => mediaFaults({ ...film, durationSeconds }, reel);
    expect(faultsOf(2)).toEqual(['durationSeconds is 2; a reel needs at least 3']);
    expect([2.9, 3, 90.9].flatMap(faultsOf)).toEqual([]);
  });

  it('judges media by the limits of their own kind', () => {
    expect(mediaFaults({ ...film, format: 'image/gif', durationSeconds: 90 }, short)).toEqual([]);
  });

  it('knows no limit where the type has none', () => {
    const endless = { slug: 'video', media: { video: limits(null) } } as const;
    expect(mediaFaults({ ...film, durationSeconds: 1_000_000 }, endless)).toEqual([]);
  });
});

it('needs facts only where there is a limit that they are judged by', () => {
  expect([needsFacts(short, 'video/webm'), needsFacts(short, 'image/png')]).toEqual([true, false]);
});

describe('mediaAdvice', () => {
  const all = platformOffers().flatMap(({ contentTypes }) => contentTypes);
  const reel = all.find(({ slug }) => slug === 'reel')!;
  const short = all.find(({ slug }) => slug === 'short')!;
  const upright = 'a reel is best with a picture of 9:16';

  it.each<[string, Partial<MediaFacts>, string[]]>([
    ['9:16', {}, []],
    ['9:16, as cameras round it', { width: 1080, height: 1914 }, []],
    ['the least', { width: 540, height: 960, frameRate: 23.976 }, []],
    ['60 pictures a second', { frameRate: 59.94 }, []],
    ['of unknown size', { width: null, height: null, frameRate: null }, []],
    [
      'too small',
      { width: 360, height: 640 },
      ['width and height are 360 × 640; a reel is best with at least 540 × 960'],
    ],
    ['square', { width: 1080, height: 1080 }, [`width and height are 1080 × 1080; ${upright}`]],
    ['taller', { width: 1080, height: 2400 }, [`width and height are 1080 × 2400; ${upright}`]],
    ['slow', { frameRate: 15 }, ['frameRate is 15; a reel is best with 24 to 60']],
    ['quick', { frameRate: 120 }, ['frameRate is 120; a reel is best with 24 to 60']],
    [
      'all of it',
      { width: 320, height: 180, frameRate: 10 },
      [
        `width and height are 320 × 180; ${upright}`,
        'width and height are 320 × 180; a reel is best with at least 540 × 960',
        'frameRate is 10; a reel is best with 24 to 60',
      ],
    ],
  ])('for a reel: %s', (_words, facts, advice) => {
    expect(mediaAdvice({ ...film, ...facts }, reel)).toEqual(advice);
  });

  it.each<[Partial<MediaFacts>, string[]]>([
    [{}, []],
    [{ width: 720, height: 720, frameRate: 10 }, []],
    [
      { width: 1920, height: 1080 },
      ['width and height are 1920 × 1080; a short is best with a vertical or square picture'],
    ],
  ])('for a Short: %j', (facts, advice) => {
    expect(mediaAdvice({ ...film, ...facts }, short)).toEqual(advice);
  });

  it('has nothing to say of other types', () => {
    const others = all.filter((type) => type !== reel && type !== short);
    expect(others.flatMap((type) => mediaAdvice({ ...film, width: 4, height: 3, frameRate: 1 }, type))).toEqual([]);
  });
});
