import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached, fingerprint } from './cache';

const run = promisify(execFile);

/** Debian 13. */
export const suite = 'trixie';

/** What Debian's own slim image leaves out. */
const leftOut = ['doc', 'man', 'locale', 'info', 'lintian'].map(
  (folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
);

/**
 * A root file system of Debian with these packages, as an archive.
 * @returns its path
 * @throws Error where the machine is no Debian, or the caller is not root
 */
export async function debianArchive(packages: readonly string[]): Promise<string> {
  return cached(`debian-${suite}-${fingerprint(...packages, ...leftOut)}.tar`, async (draft) => {
    const folder = mkdtempSync(join(tmpdir(), 'content-delivery-debian-'));
    try {
      const programs = await mmdebstrap(folder);
      const words = [
        '--variant=minbase',
        '--format=tar',
        '--dpkgopt=force-unsafe-io',
        ...leftOut,
        `--include=${packages.join(',')}`,
        suite,
        draft,
      ];
      const env = { ...process.env, TMPDIR: folder, PATH: `${programs}:${process.env['PATH']}` };
      await run('mmdebstrap', words, { env, maxBuffer: 64 * 1024 * 1024 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** A root file system of Debian with these packages, as a folder. @returns its path */
export async function debianRoot(packages: readonly string[]): Promise<string> {
  const archive = await debianArchive(packages);
  return cached(`debian-${suite}-${fingerprint(...packages, ...leftOut)}`, async (draft) => {
    mkdirSync(draft);
    await run('tar', ['--extract', '--file', archive, '--directory', draft]);
  });
}

/** The folder of the programs that make root file systems, out of their package: nothing is installed on the machine. */
async function mmdebstrap(folder: string): Promise<string> {
  const download = async () => run('apt-get', ['download', 'mmdebstrap'], { cwd: folder });
  try {
    // A machine of which nothing was ever installed has no list of packages yet.
    await download().catch(async () => run('apt-get', ['update']).then(download));
  } catch (error) {
    throw new Error('mmdebstrap was not found. Run this test on Debian, as root.', { cause: error });
  }
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  await run('dpkg-deb', ['--extract', join(folder, file), join(folder, 'mmdebstrap')]);
  return join(folder, 'mmdebstrap', 'usr', 'bin');
}
