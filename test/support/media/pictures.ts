import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { root } from '../programs';

type Color = readonly [red: number, green: number, blue: number, alpha?: number];

/** A PNG of one color (PNG, third edition, §5). */
export function pngOf(width: number, height: number, [red, green, blue, alpha = 255]: Color): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + 4 * width);
  for (let x = 0; x < width; x += 1) line.set([red, green, blue, alpha], 1 + 4 * x);
  const lines = Buffer.alloc(line.length * height, line);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND')]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const typed = Buffer.concat([Buffer.from(type), data]);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** A photo of 480 × 270. */
export const photo = readFileSync(join(root, 'sandbox', 'assets', 'thumbnail.jpg'));

/** The same photo, with an EXIF orientation (CIPA DC-008 §4.5). */
export function orientedPhoto(orientation: number): Buffer {
  const entry = Buffer.from('0112000300000001000000000000', 'hex');
  entry.writeUInt16BE(orientation, 8);
  const tiff = Buffer.concat([Buffer.from('4d4d002a000000080001', 'hex'), entry.subarray(0, 12), Buffer.alloc(4)]);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const marker = Buffer.from('ffe10000', 'hex');
  marker.writeUInt16BE(2 + body.length, 2);
  return Buffer.concat([photo.subarray(0, 2), marker, body, photo.subarray(2)]);
}
