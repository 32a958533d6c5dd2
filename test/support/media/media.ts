import type { Picture } from '../../../lib/media/picture';

/** Bytes that look like a video; no two blocks of them are alike. */
export function videoBytes(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  for (let at = 0; at + 4 <= sizeBytes; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) % 4_294_967_296, at);
  bytes.writeUInt32BE(24, 0);
  bytes.write('ftypmp42', 4);
  return bytes;
}

/** Bytes that look like a photo. */
export function photoBytes(sizeBytes: number): Buffer {
  const bytes = videoBytes(sizeBytes);
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  return bytes;
}

/** The same photo, with a comment in its file (ITU-T T.81, B.2.4.5). */
export function commentedPhoto(photo: Buffer, comment: string): Buffer {
  const segment = Buffer.from(`\xff\xfe\0\0`, 'latin1');
  segment.writeUInt16BE(2 + Buffer.byteLength(comment), 2);
  return Buffer.concat([photo.subarray(0, 2), segment, Buffer.from(comment), photo.subarray(2)]);
}

/** The same video, with a text in free space of its file (ISO/IEC 14496-12, 8.1.2). */
export function commentedFilm(film: Buffer, comment: string): Buffer {
  const free = Buffer.from(`\0\0\0\0free${comment}`);
  free.writeUInt32BE(free.length, 0);
  const at = film.readUInt32BE(0);
  return Buffer.concat([film.subarray(0, at), free, film.subarray(at)]);
}

/** `bytes` from `offset` on, as a download would bring them. */
export async function* piecesOf(bytes: Buffer, offset = 0, pieceBytes = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = offset; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, Math.min(at + pieceBytes, bytes.length));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A PNG as an adapter is given it. */
export function pictureOf(png: Buffer): Picture {
  return { contentType: 'image/png', sizeBytes: png.length, body: piecesOf(png) };
}
