import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of everything that is made once on each machine. */
export const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'content-delivery');

/**
 * A product that is made once on each machine: a file or a folder of the cache.
 * @param name with its version
 * @param make writes the product to the path that it is given
 * @returns the product's path
 */
export async function cached(name: string, make: (draft: string) => Promise<unknown>): Promise<string> {
  const place = join(cacheFolder, name);
  if (existsSync(place)) return place;
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(join(cacheFolder, 'draft-compose-'));
  const draft = join(folder, 'product');
  try {
    await make(draft);
    renameSync(draft, place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return place;
}

/** A short text that another recipe does not have. */
export function fingerprint(...recipe: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12);
}
