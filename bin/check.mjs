/** `npm run check`: all `check:` scripts of package.json, side by side. Shows output of failures, and room sizes. */
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEndOfLife } from './local/servers/lifeline.mjs';
import { createProcesses } from './local/servers/processes.mjs';
import { sizes } from './local/tests/sizes.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
const processes = createProcesses();
let isEnding = false;

onEndOfLife((signal) => {
  isEnding = true;
  void processes.stopAll().then(() => process.exit(signal === 'SIGINT' ? 130 : 143));
});

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const results = await Promise.all(names.map(check));
await processes.stopAll();
for (const line of sizes(root)) process.stdout.write(`${line}\n`);
process.exitCode = results.every(Boolean) ? 0 : 1;

/** Whether the script found nothing. @param {string} name */
async function check(name) {
  const child = processes.start({ name, command: 'sh', args: ['-c', scripts[name]], cwd: root, env });
  const { code } = await child.exited;
  if (code !== 0 && !isEnding) process.stdout.write(`\nnpm run ${name} failed:\n${child.output().trimEnd()}\n`);
  return code === 0;
}
