import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon';
import { imageSize } from 'image-size';
import { onWhite, upright } from './pixels';
import type { Pixels } from './pixels';
import { pictureBytesMax, picturePixelsMax, pictureSideMax } from '../../domain/pictures/picture';

/** The first quality with which a picture fits is taken. */
const qualities = [82, 60, 35];

/**
 * A picture as a small JPEG, upright, on white where it is transparent. On a hostile file it may loop and take any amount of memory: it
 * is to run in a thread that can be ended (`pictureMaker.ts`).
 * @param file a JPEG, PNG, WebP or GIF, of which the first frame counts
 * @throws Error for a file that cannot be read, or has too many pixels; then the thread may hold memory that it does not give back
 */
export function shrink(file: Uint8Array): Uint8Array {
  const { width, height, orientation = 1 } = imageSize(file);
  if (width * height > picturePixelsMax) throw new Error(`the picture has more than ${picturePixelsMax} pixels`);
  const small = onWhite(upright(smaller(file), orientation));
  const image = new PhotonImage(small.bytes, small.width, small.height);
  try {
    for (const quality of qualities) {
      const made = image.get_bytes_jpeg(quality);
      if (made.length <= pictureBytesMax) return made;
    }
  } finally {
    image.free();
  }
  throw new Error(`the picture does not fit into ${pictureBytesMax} bytes`);
}

function smaller(file: Uint8Array): Pixels {
  const image = PhotonImage.new_from_byteslice(file);
  const [width, height] = [image.get_width(), image.get_height()];
  const scale = Math.min(1, pictureSideMax / Math.max(width, height));
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  const small = scale < 1 ? resize(image, side(width), side(height), SamplingFilter.Triangle) : image;
  const pixels = { bytes: small.get_raw_pixels(), width: small.get_width(), height: small.get_height() };
  if (small !== image) small.free();
  image.free();
  return pixels;
}
