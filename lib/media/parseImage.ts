import { imageSize } from 'image-size';
import type { MediaFacts } from '../../domain/media';

type Read = (start: number, end: number) => Uint8Array;

/** Nearly all images have their dimensions in the first part; a JPEG may have profiles and thumbnails before them. */
const firstBytes = 64 * 1024;
const moreBytes = 1024 * 1024;

/**
 * The angle by which a viewer turns the stored picture, clockwise, by EXIF orientation (CIPA DC-008 §4.6.5.1); mirrored
 * or not.
 */
const rotations: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270 };

/**
 * Reads the dimensions of an image.
 * @throws Error for an image that is broken, or of a format that is not read; and the error of `read`
 */
export function parseImage(sizeBytes: number, read: Read): Pick<MediaFacts, 'width' | 'height' | 'rotationDegrees'> {
  const { width, height, orientation = 1 } = sizeOf(sizeBytes, read);
  const rotationDegrees = rotations[orientation] ?? 0;
  const isTurned = rotationDegrees % 180 !== 0;
  return { width: isTurned ? height : width, height: isTurned ? width : height, rotationDegrees };
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
