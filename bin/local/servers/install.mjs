import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells whether node_modules matches package-lock.json. npm writes its own list of packages as the last step, so
 * an interrupted installation never matches. Packages for other systems may be missing.
 * @param {string} root the checkout
 */
export function isInstalled(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found === undefined) return wanted.optional === true || wanted.peer === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * Installs exactly the packages of package-lock.json, also the tools that a build needs, whatever NODE_ENV is.
 * @param {object} options
 * @param {import('./processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout
 */
export async function install({ processes, root }) {
  const [command, ...args] = [...npm(), 'ci', '--include=dev', '--no-audit', '--no-fund'];
  // A stopped npm would spend ten seconds on tidying up files that the next `npm ci` removes anyway.
  await processes.run({ name: 'npm ci', command, args, cwd: root, graceMs: 1_000 });
}

/**
 * The words that call npm. npm tells a script how to call this very npm again; in a direct run the npm on the PATH will do.
 * @returns {[string, ...string[]]}
 */
export function npm() {
  const { npm_execpath: path } = process.env;
  return path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
}

/** @param {string} file @returns {Record<string, {version?: string, integrity?: string, optional?: boolean, peer?: boolean}>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
