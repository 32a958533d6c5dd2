import { mediaFaults, needsFacts } from '../../domain/media';
import type { MediaFacts } from '../../domain/media';

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
