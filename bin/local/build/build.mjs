import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole, listConsoleSources } from './buildConsole.mjs';
import { callerPages, listPageSources } from './callerPages.mjs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from '../servers/lock.mjs';
import { makeSbom } from './sbom.mjs';

/**
 * Compiles the sources into dist/, bundles the workflows and the console, collects the pages for callers, and lists the packages (sbom.cdx.json), unless dist/ was made from exactly these
 * sources. Processes can start from the old dist/ until the new one is whole; when that cannot be made, the old one stays.
 * @param {object} options
 * @param {import('../servers/processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout
 * @param {() => void} [options.onSlow] called when there is something to do
 * @returns {Promise<'built' | 'unchanged'>}
 * @throws {import('../servers/processes.mjs').ChildFailure} with the compiler's messages
 */
export function build({ processes, root, onSlow }) {
  return withLock(
    join(root, '.data', 'build.lock'),
    () => {},
    async () => {
      const [dist, draft, old] = [join(root, 'dist'), join(root, 'dist.draft'), join(root, 'dist.old')];
      const consoleSources = listConsoleSources(root);
      const stamp = fingerprint(root, [...listSources(root), ...consoleSources, ...listPageSources(root)]);
      const stampFile = join(dist, '.stamp');
      if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'unchanged';
      onSlow?.();
      remove(draft, old);
      /** @param {string} name @param {string[]} args */
      const node = (name, ...args) => processes.run({ name, command: process.execPath, args, cwd: root });
      const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
      const [sbom] = await Promise.all([
        makeSbom({ processes, root }),
        node('tsc', tsc, '-p', 'tsconfig.build.json', '--outDir', draft, '--noEmitOnError'),
      ]);
      writeFileSync(join(draft, 'sbom.cdx.json'), sbom);
      writeFileSync(join(draft, 'callerPages.json'), JSON.stringify(callerPages(root)));
      await node('workflow bundle', join(draft, 'bin', 'bundle.js'));
      if (consoleSources.length > 0) {
        const [last, target] = [join(dist, 'console'), join(draft, 'console')];
        await buildConsole({ processes, root, last, target });
      }
      writeFileSync(join(draft, '.stamp'), stamp);
      if (existsSync(dist)) renameSync(dist, old);
      renameSync(draft, dist);
      remove(old);
      return 'built';
    },
  );
}

/** @param {...string} folders */
function remove(...folders) {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** The files that the compiler reads in the folders of the service. @param {string} root */
function listSources(root) {
  /** @type {{include: string[]}} */
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const folders = include.filter((folder) => folder !== 'test' && existsSync(join(root, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.sort();
}
