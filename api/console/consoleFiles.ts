import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that the build makes of the console (bin/local/build/buildConsole.mjs). */
export interface ConsoleFiles {
  folder: string;
  /** The page, with `noncePlaceholder` and `baseUrlPlaceholder` where the nonce of an answer and BASE_URL belong. */
  page: string;
  /** The paths of all other files within the folder, such as `assets/index-4f2a.js`. */
  names: ReadonlySet<string>;
}

/** Stands in the built page for the nonce: the same word as in `console/vite.config.mts`. */
export const noncePlaceholder = '__NONCE__';

/** Stands in the built page for BASE_URL, where programs call the API: the same word as in `console/index.html`. */
export const baseUrlPlaceholder = '__BASE_URL__';

/**
 * Reads the files of the console that `npm run build` has made.
 * @throws Error when the folder has no page; its message says how to make a page
 */
export function readConsole(folder: string): ConsoleFiles {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) throw new Error(`${page} is missing: run npm run build`);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => name !== 'index.html' && !name.startsWith('.'));
  return { folder, page: readFileSync(page, 'utf8'), names: new Set(names) };
}
