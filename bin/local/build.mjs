import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';

const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];

/**
 * Compiles the sources into dist/ and bundles the workflows, unless dist/ was made from exactly these sources.
 * @param {object} options
 * @param {import('./processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout
 * @param {() => void} [options.onSlow] told when there is something to do
 * @returns {Promise<'built' | 'unchanged'>}
 * @throws {import('./processes.mjs').ChildFailure} with the compiler's messages
 */
export function build({ processes, root, onSlow }) {
  return withLock(
    join(root, '.data', 'build.lock'),
    () => {},
    async () => {
      const stampFile = join(root, 'dist', '.stamp');
      const sources = listSources(root);
      const stamp = fingerprint(root, sources);
      if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'unchanged';
      onSlow?.();
      rmSync(stampFile, { force: true });
      removeOrphans(root, sources);
      const node = (name, ...args) => processes.run({ name, command: process.execPath, args, cwd: root });
      await node('tsc', join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json');
      await node('workflow bundle', join('dist', 'bin', 'bundle.js'));
      writeFileSync(stampFile, stamp);
      return 'built';
    },
  );
}

/** The folders of the service that the compiler is told to read. @param {string} root */
function listSources(root) {
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const folders = include.filter((folder) => folder !== 'test' && existsSync(join(root, folder)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.sort();
}

/** @param {string} root @param {string[]} sources */
function fingerprint(root, sources) {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...settings.map((name) => join(root, name)), ...sources]) {
    const content = readFileSync(file);
    hash.update(`\n${file.slice(root.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Removes what was compiled from sources that are gone, so that nothing can still load it. @param {string} root @param {string[]} sources */
function removeOrphans(root, sources) {
  const dist = join(root, 'dist');
  if (!existsSync(dist)) return;
  const present = new Set(sources.map((file) => file.slice(root.length + 1).replace(/\.ts$/, '')));
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const isOutput = /\.js(\.map)?$/.test(file);
    if (isOutput && !present.has(file.replace(/\.js(\.map)?$/, ''))) rmSync(join(dist, file));
  }
}
