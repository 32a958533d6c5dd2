import { mediaFormatsOf, mediaKindOf, mediaKindsOf, mediaLimitsOf } from '../../domain/platform';

const image = { maxFileSizeBytes: 4, maxDurationSeconds: null };
const video = { maxFileSizeBytes: 100, maxDurationSeconds: 60 };
const story = { media: { image, video } };

describe('the media of a type', () => {
  it('are of the kinds that the type names', () => {
    expect(mediaKindsOf(story)).toEqual(['video', 'image']);
    expect(mediaKindsOf({ media: {} })).toEqual([]);
    expect(mediaKindOf(story, 'Image/JPEG')).toBe('image');
    expect(mediaKindOf({ media: { image } }, 'video/mp4')).toBeUndefined();
  });

  it('are of the formats that the type names, where it names some', () => {
    const photo = { media: { image: { ...image, formats: ['image/jpeg', 'image/png'] }, video } };
    expect(mediaKindOf(photo, 'Image/JPEG')).toBe('image');
    expect(mediaKindOf(photo, 'image/gif')).toBeUndefined();
    expect(mediaKindOf(photo, 'video/anything')).toBe('video');
    expect(mediaFormatsOf(photo)).toEqual(['video/*', 'image/jpeg', 'image/png']);
  });

  it('have the limits of their own kind', () => {
    expect(mediaLimitsOf(story, 'image/png')).toEqual(image);
    expect(mediaLimitsOf(story, 'video/mp4')).toEqual(video);
  });

  it.each([null, 'text/plain'])('have the largest limits of all kinds while their kind is not known: %s', (type) => {
    expect(mediaLimitsOf(story, type)).toEqual(video);
    expect(mediaLimitsOf({ media: { image } }, type)).toEqual(image);
    expect(mediaLimitsOf({ media: {} }, type)).toEqual({ maxFileSizeBytes: null, maxDurationSeconds: null });
  });

  it('have no limit where one of the kinds has none', () => {
    const unlimited = { media: { image, video: { ...video, maxFileSizeBytes: null } } };
    expect(mediaLimitsOf(unlimited, null)).toEqual({ maxFileSizeBytes: null, maxDurationSeconds: 60 });
  });
});
