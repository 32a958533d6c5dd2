import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that has the package.json, found from the sources and from the built files. */
export function packageRoot(from: string = __dirname): string {
  if (existsSync(join(from, 'package.json'))) return from;
  if (dirname(from) === from) throw new Error('no package.json above the sandbox');
  return packageRoot(dirname(from));
}
