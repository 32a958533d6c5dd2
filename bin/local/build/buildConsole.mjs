import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fingerprint } from './fingerprint.mjs';

/** The folders that Vite reads, besides packages: the rules of `domain/` and the code of `clients/` become part of the console. */
const folders = ['clients', 'console', 'domain'];
const texts = /\.(?:css|js|svg)$/;
/** A smaller text is larger compressed than as it is. */
const compressedBytesMin = 256;

/**
 * Bundles the console, unless the last build was made from exactly these sources: then its files are taken over.
 * @param {object} options
 * @param {import('../servers/processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout
 * @param {string} options.last where the last build is, if there was one
 * @param {string} options.target the folder that is to be made
 * @returns {Promise<void>}
 * @throws {import('../servers/processes.mjs').ChildFailure} with Vite's messages
 */
export async function buildConsole({ processes, root, last, target }) {
  const stamp = fingerprint(root, listConsoleSources(root));
  const stampFile = join(last, '.stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    cpSync(last, target, { recursive: true });
    return;
  }
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const config = join('console', 'vite.config.mts');
  const args = [vite, 'build', '--config', config, '--outDir', target, '--emptyOutDir', '--logLevel', 'warn'];
  await processes.run({ name: 'vite', command: process.execPath, args, cwd: root });
  compress(target);
  writeFileSync(join(target, '.stamp'), stamp);
}

/** @param {string} root @returns {string[]} */
export function listConsoleSources(root) {
  if (!existsSync(join(root, 'console'))) return [];
  return folders.flatMap((folder) => filesIn(join(root, folder))).sort();
}

/** Writes each text also as `.br` and `.gz`, which the API sends to browsers that take them. @param {string} folder */
function compress(folder) {
  for (const file of filesIn(folder).filter((name) => texts.test(name))) {
    const content = readFileSync(file);
    if (content.length < compressedBytesMin) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
