import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from './packageRoot';

/** The folder of the sandbox's own files: sample.mp4, thumbnail.jpg, style.css, pictures. */
export function assetsFolder(): string {
  return join(packageRoot(), 'sandbox', 'assets');
}

const folder = join(assetsFolder(), 'pictures');
const names = new Set(readdirSync(folder).map((file) => basename(file, '.jpg')));

/** The name of a drawn picture. */
export const PictureName = z.string().refine((name) => names.has(name), {
  error: () => `must be one of: ${[...names].join(', ')}`,
});

interface DrawnPicture {
  readonly id: string;
  readonly file: string;
  readonly type: 'image/jpeg';
}

/** A drawn picture; undefined: none has this name. */
export function drawnPicture(name: string | null): DrawnPicture | undefined {
  if (name === null || !names.has(name)) return undefined;
  return { id: name, file: join(folder, `${name}.jpg`), type: 'image/jpeg' };
}

const begin = 'picture=';

/** The picture that stands for a film, by the comment in its file (`movieComment.ts`); null: none does. */
export function pictureNamedIn(comment: string): string | null {
  return comment.startsWith(begin) ? comment.slice(begin.length) : null;
}

/** The picture that stands for a page of the web: the address of the page ends in its name. */
export function pictureOfLink(link: string): string {
  return new URL(link).pathname.split('/').at(-1) ?? '';
}

/** Gives the file of the sample film that says which drawn picture stands for it; made once in `filmFolder`. */
export function filmOf(name: string, filmFolder: string): string {
  const file = join(filmFolder, `${name}.mp4`);
  if (!existsSync(file))
    writeFileSync(file, withComment(readFileSync(join(assetsFolder(), 'sample.mp4')), `${begin}${name}`));
  return file;
}

/** The film with a comment behind its first box. Its samples move, and so do their offsets (ISO/IEC 14496-12, 8.7.5). */
function withComment(film: Buffer, comment: string): Buffer {
  const free = Buffer.from(`\0\0\0\0free${comment}`);
  free.writeUInt32BE(free.length, 0);
  const at = film.readUInt32BE(0);
  const movie = Buffer.from(film.subarray(at, at + film.readUInt32BE(at)));
  for (let table = movie.indexOf('stco'); table !== -1; table = movie.indexOf('stco', table + 4)) {
    const first = table + 12;
    const end = first + 4 * movie.readUInt32BE(table + 8);
    for (let entry = first; entry < end; entry += 4)
      movie.writeUInt32BE(movie.readUInt32BE(entry) + free.length, entry);
  }
  return Buffer.concat([film.subarray(0, at), free, movie, film.subarray(at + movie.length)]);
}
