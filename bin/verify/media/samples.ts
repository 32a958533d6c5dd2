import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { mp4, png } from '../../../domain/mediaType';
import { films } from './films';

/** A file that the walk uploads, whole in memory. */
export interface Sample {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/**
 * A film that no platform has seen before: random bytes follow it in a box that players pass over (ISO/IEC 14496-12, `free`).
 * They make it long enough for an upload in several pieces.
 */
export function film(shape: keyof typeof films): Sample {
  const movie = Buffer.from(films[shape], 'base64');
  const filling = randomBytes(fillingBytes);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + filling.length);
  head.write('free', 4, 'latin1');
  return { bytes: Buffer.concat([movie, head, filling]), contentType: mp4 };
}

/** More than one piece of every upload in pieces. */
const fillingBytes = 1_300_000;

const pictureWidth = 1280;
const pictureHeight = 720;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture of one random colour, 1280×720, as PNG (RFC 2083). */
export function picture(): Sample {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pictureWidth, 0);
  header.writeUInt32BE(pictureHeight, 4);
  // 8 bits for each of three colours.
  header.set([8, 2, 0, 0, 0], 8);
  const colour = randomBytes(3);
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(pictureWidth * 3, colour)]);
  const lines = Buffer.concat(Array.from({ length: pictureHeight }, () => line));
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return { bytes: Buffer.concat([signature, ...parts]), contentType: png };
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** The bytes from an offset on, in pieces. @param stopAt the connection is cut there; left out: at the end */
export async function* piecesOf(bytes: Buffer, offset = 0, stopAt = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = offset; at < stopAt; at += pieceBytes) {
    yield bytes.subarray(at, Math.min(at + pieceBytes, stopAt));
    // The cut that follows shall not overtake the written bytes.
    if (stopAt < bytes.length) await new Promise((resolve) => setTimeout(resolve, cutPauseMs));
  }
  if (stopAt < bytes.length) throw new UploadCut();
}

const pieceBytes = 64 * 1024;
const cutPauseMs = 5;

/** The walk has cut an upload itself. */
export class UploadCut extends Error {
  override readonly name = 'UploadCut';
}
