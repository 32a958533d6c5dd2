/**
 * `npm test`, `npm run test:deep`, `npm test -- <arguments of jest>`: all checks and tests on servers of their own.
 * The last line says `N passed, N failed`; the exit code is 0 only when nothing failed.
 */
import { randomInt } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './local/build.mjs';
import { findChromium } from './local/chromium.mjs';
import { install, isInstalled } from './local/install.mjs';
import { onEndOfLife } from './local/lifeline.mjs';
import { createProcesses, lastLines } from './local/processes.mjs';
import { countResults, describeFailures, makeRunDir, remove, startTestServers, summarize } from './local/testRun.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isDeep = process.argv.includes('--deep');
const jestArguments = process.argv.slice(2).filter((argument) => argument !== '--deep');
const isWhole = jestArguments.length === 0;
/** The deep run has the long tests, and once more, with their full counts, those that go by properties. */
const deepArguments = ['--testMatch=**/*.{deep,property}.test.ts', '--passWithNoTests'];
const seed = process.env.TEST_SEED || String(randomInt(2 ** 31));

const runDir = makeRunDir();
let isEnding = false;
const processes = createProcesses({
  onDeath: (child, status) =>
    void fail(`${child.name} ended in the middle of the tests (${status}):\n${lastLines(child.output())}`),
});
onEndOfLife((signal, isRepeated) => {
  if (isRepeated) processes.hurry();
  void end(signal === 'SIGINT' ? 130 : 143);
});

try {
  const counts = await run();
  await end(counts.failed === 0 ? 0 : 1, summarize(counts));
} catch (error) {
  await fail(error.message);
}

async function run() {
  if (isWhole && !isDeep) requireChromium();
  if (!isInstalled(root)) {
    say('Installing dependencies (npm ci, half a minute) …');
    await install({ processes, root });
  }
  const onSlow = (note) => say(`Temporal server: ${note} …`);
  const servers = await startTestServers({ processes, root, runDir, onSlow });
  await buildOrReport();
  const check = isWhole && !isDeep ? await runCheck() : { passed: 0, failed: 0 };
  say(`\nTEST_SEED=${seed}${isDeep ? ' TEST_DEEP=1' : ''}`);
  const counts = await runJest(servers);
  return { ...counts, passed: counts.passed + check.passed, failed: counts.failed + check.failed };
}

/** A run that cannot pass says so before it begins, not after its ten minutes. */
function requireChromium() {
  const { missing } = findChromium();
  if (missing !== undefined) throw new Error(missing);
}

/** Someone who runs a few tests may have types that are wrong elsewhere; the whole run has no such excuse. */
async function buildOrReport() {
  const building = build({ processes, root });
  if (isWhole) return building;
  return building.catch((error) => say(`dist/ is not made from these sources: ${error.message}\n`));
}

/** `npm run check` counts as one test. */
async function runCheck() {
  say('npm run check');
  const spec = {
    name: 'npm run check',
    command: 'npm',
    args: ['run', '--silent', 'check'],
    cwd: root,
    output: 'inherit',
  };
  const isClean = await processes.run(spec).then(
    () => true,
    () => false,
  );
  say(isClean ? 'The check found nothing.' : 'The check failed.');
  return isClean ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param {Awaited<ReturnType<typeof startTestServers>>} servers */
async function runJest(servers) {
  const reportFile = join(runDir, 'jest.json');
  const words = ['--json', `--outputFile=${reportFile}`, ...(isDeep ? deepArguments : []), ...jestArguments];
  const spec = {
    name: 'jest',
    command: process.execPath,
    args: [join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...words],
    cwd: root,
    env: { ...process.env, ...servers, TEST_SEED: seed, ...(isDeep && { TEST_DEEP: '1' }) },
    output: 'inherit',
  };
  const exitCode = await processes.run(spec).then(
    () => 0,
    () => 1,
  );
  for (const failure of describeFailures(reportFile, root)) say(`\nFAILED ${failure}`);
  return countResults(reportFile, exitCode);
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}

/** @param {string} reason */
async function fail(reason) {
  await end(1, `${reason}\n0 passed, 1 failed`);
}

/** Stops everything, then says the last word, once. @param {number} exitCode @param {string} [lastWord] */
async function end(exitCode, lastWord) {
  if (isEnding) return;
  isEnding = true;
  await processes.stopAll();
  remove(runDir);
  if (lastWord !== undefined) say(`\n${lastWord}`);
  process.exit(exitCode);
}
