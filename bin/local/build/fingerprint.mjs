import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings that change the build as much as a source does. */
const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];

/** Tells two states of sources apart. @param {string} root the checkout @param {string[]} sources */
export function fingerprint(root, sources) {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...settings.map((name) => join(root, name)), ...sources]) {
    const content = readFileSync(file);
    hash.update(`\n${file.slice(root.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
