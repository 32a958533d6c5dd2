import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../programs';

/** The place of a tool that others have written, as the project locks it. */
export const toolFolder = (name: string): string => join(root, 'tools', name);

/**
 * The folder in which a tool is installed, once on each machine for each state of its lock file.
 * @param name of the folder, with all else that the installation depends on
 * @param install fills the given folder
 */
export async function installedTool(
  { name, lock }: { name: string; lock: string },
  install: (folder: string) => Promise<unknown>,
): Promise<string> {
  const state = createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 16);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'content-delivery');
  const home = join(cache, `${name}-${state}`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, `draft-${name}-`));
  await install(draft);
  renameSync(draft, home);
  return home;
}

/** The folder in which the npm packages of `tools/<name>` are installed, without their scripts. */
export async function installedPackages(name: string): Promise<string> {
  const lock = join(toolFolder(name), 'package-lock.json');
  return installedTool({ name, lock }, async (cwd) => {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(toolFolder(name), file), join(cwd, file));
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
  });
}
