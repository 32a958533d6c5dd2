import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isAllowed, readInFile } from './licenses';
import { page, table } from './markdown';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/**
 * docs/dependencies.md: the packages of a production install. Made from package-lock.json alone, which has the packages
 * of every platform, so that the page is the same on every machine.
 * @throws Error naming the packages whose licence is unknown or not allowed
 */
export async function dependenciesPage(root: string): Promise<string> {
  const { packages } = Lock.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  const direct = new Set(Object.keys(packages['']?.dependencies ?? {}));
  const installed = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { name = path.replace(/^.*node_modules\//, ''), version = '', license }]) => ({
      name,
      version,
      license: license ?? readInFile[name]?.license ?? 'unknown',
      isDirect: direct.has(name) && path === `node_modules/${name}`,
    }));
  const refused = installed.filter(({ license }) => !isAllowed(license));
  if (refused.length > 0) {
    const list = refused.map(({ name, version, license }) => `${name} ${version} (${license})`).join(', ');
    throw new Error(`the licence of these packages is not in the list of bin/docs/licenses.ts: ${list}`);
  }
  const rows = (isDirect: boolean) => rowsOf(installed.filter((dependency) => dependency.isDirect === isDirect));
  return page(
    'Dependencies',
    '`package-lock.json`',
    'The packages of a production install, for all platforms together; a machine installs its own part of them.',
    '## Ours',
    table(['Package', 'Version', 'Licence'], rows(true)),
    '## What they bring',
    table(['Package', 'Version', 'Licence'], rows(false)),
  );
}

function rowsOf(installed: readonly { name: string; version: string; license: string }[]): string[][] {
  const lines = installed.map(({ name, version, license }) => `${name} ${version} ${license}`);
  return [...new Set(lines)].toSorted(byCodeUnits).map((line) => {
    const [name = '', version = '', ...license] = line.split(' ');
    return [name, version, license.join(' ')];
  });
}

/** Not by locale: the order must not depend on the machine. */
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
}
