import { imageSize } from 'image-size';
import type { MediaFacts } from '../../domain/media';

type Read = (start: number, end: number) => Uint8Array;

/** The first bytes of each format, as Latin-1. */
const formats: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBP/,
};
const signatureBytes = 12;

/** Nearly all images have their dimensions in the first part; a JPEG may have profiles and thumbnails before them. */
const firstBytes = 64 * 1024;
const moreBytes = 1024 * 1024;

/**
 * The angle by which a viewer turns the stored picture, clockwise, by EXIF orientation (CIPA DC-008 §4.6.5.1); mirrored
 * or not.
 */
const rotations: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270 };

/**
 * Reads the facts of an image; null for bytes that do not begin like an image.
 * @throws Error for an image that is broken, and what `read` throws
 */
export function parseImage(sizeBytes: number, read: Read): MediaFacts | null {
  const signature = Buffer.from(read(0, Math.min(signatureBytes, sizeBytes))).toString('latin1');
  const format = Object.keys(formats).find((name) => formats[name]?.test(signature));
  if (format === undefined) return null;
  const { width, height, orientation = 1 } = sizeOf(sizeBytes, read);
  const rotationDegrees = rotations[orientation] ?? 0;
  const isTurned = rotationDegrees % 180 !== 0;
  return {
    format,
    durationSeconds: null,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    rotationDegrees,
    frameRate: null,
    videoCodec: null,
    audioCodec: null,
  };
}

function sizeOf(sizeBytes: number, read: Read) {
  const first = read(0, Math.min(firstBytes, sizeBytes));
  try {
    return imageSize(first);
  } catch (error) {
    if (first.length === sizeBytes) throw error;
    return imageSize(read(0, Math.min(moreBytes, sizeBytes)));
  }
}
