import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packages = ['prometheus', 'prometheus-alertmanager'];

/** The words that start each program, its own arguments left out. */
export interface PrometheusPrograms {
  promtool: readonly string[];
  prometheus: readonly string[];
  alertmanager: readonly string[];
}

/**
 * Debian's Prometheus and Alertmanager: those that are installed, else those in its packages, which are taken apart once on each
 * machine. Nothing is installed, so that nothing is begun as a service.
 * @throws Error where the machine is no Debian, or its list of packages is empty
 */
export async function findPrometheus(): Promise<PrometheusPrograms> {
  const root = existsSync('/usr/bin/prometheus-alertmanager') ? '/' : await takenApart();
  const program = (name: string): string => join(root, 'usr/bin', name);
  // Debian's Alertmanager reads its template at a fixed place: there it finds the folder of its package.
  const place = 'mount --bind "$0" /usr/share && exec "$@"';
  const within = ['unshare', '--mount', '--map-root-user', 'sh', '-c', place, join(root, 'usr/share')];
  return {
    promtool: [program('promtool')],
    prometheus: [program('prometheus')],
    alertmanager: [...(root === '/' ? [] : within), program('prometheus-alertmanager')],
  };
}

async function takenApart(): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'content-delivery');
  const folder = join(cache, 'debian-prometheus');
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-prometheus-'));
  try {
    const download = async () => run('apt-get', ['download', ...packages], { cwd: draft });
    // A machine of which nothing was ever installed has no list of packages yet.
    await download().catch(async () => run('apt-get', ['update']).then(download));
    const root = join(draft, 'root');
    for (const file of readdirSync(draft).filter((name) => name.endsWith('.deb')))
      await run('dpkg-deb', ['--extract', join(draft, file), root]);
    renameSync(root, folder);
  } catch (error) {
    // Another test file may have been quicker.
    if (existsSync(folder)) return folder;
    throw new Error(`Install Prometheus: sudo apt-get install ${packages.join(' ')}`, { cause: error });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
