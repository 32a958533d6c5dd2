/**
 * `npm test`, `npm run test:deep`, `npm run test:full`, each with `-- <arguments of jest>`: checks and tests on servers of
 * their own. The last line says `N passed, N failed`; the exit code is 0 only when nothing failed.
 */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './local/build/build.mjs';
import { findChromium } from './local/chromium.mjs';
import { shellLine } from './local/shellLine.mjs';
import { drawFiles } from './local/tests/drawFiles.mjs';
import { readDurations, recordDurations } from './local/tests/durations.mjs';
import { install, isInstalled } from './local/servers/install.mjs';
import { onEndOfLife } from './local/servers/lifeline.mjs';
import { messageOf } from './local/servers/messageOf.mjs';
import { createProcesses, lastLines } from './local/servers/processes.mjs';
import { groupFiles, listTests, withoutGroups } from './local/tests/testGroups.mjs';
import { readRequest, repeatLine, testEnvironment } from './local/tests/testKinds.mjs';
import * as reports from './local/tests/testReport.mjs';
import { makeRunDir, remove, startTestServers } from './local/tests/testRun.mjs';

/** @typedef {import('./local/tests/testKinds.mjs').Request} Request */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const runDir = makeRunDir();
const groupDurations = join(runDir, 'durations.json');
/** Said before the last word of a run that fails. */
let repeat = '';
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
  const counts = await run(readRequest(process.argv.slice(2), process.env.TEST_SEED || String(randomInt(2 ** 31))));
  await end(counts.failed === 0 ? 0 : 1, reports.summarize(counts));
} catch (error) {
  await fail(messageOf(error));
}

/** @param {Request} request */
async function run(request) {
  const { kind, seed, isWhole } = request;
  if (isWhole && kind.hasCheck) requireChromium();
  repeat = `To repeat this run: ${repeatLine(request)}\n`;
  say(`${kind.command.join(' ')}: TEST_COUNTS=${kind.counts} TEST_SEED=${seed}`);
  const installed = ensureInstalled();
  const prepared = installed.then(() => prepare(request));
  /** @param {string} note */
  const onSlow = (note) => say(`Temporal server: ${note} …`);
  const servers = await startTestServers({ processes, root, runDir, installed, prepared, onSlow });
  const check = await prepared;
  const counts = await runTests(request, servers);
  return { ...counts, passed: counts.passed + check.passed, failed: counts.failed + check.failed };
}

/** A run that cannot pass says so before it begins, not after its ten minutes. */
function requireChromium() {
  const found = findChromium();
  if ('missing' in found) throw new Error(found.missing);
}

async function ensureInstalled() {
  if (isInstalled(root)) return;
  say('Installing dependencies (npm ci, half a minute) …');
  await install({ processes, root });
}

/** @param {Request} request */
async function prepare({ kind, isWhole }) {
  await buildOrReport(isWhole);
  return isWhole && kind.hasCheck ? runCheck() : { passed: 0, failed: 0 };
}

/** Someone who runs a few tests may have types that are wrong elsewhere; the whole run has no such excuse. @param {boolean} isWhole */
async function buildOrReport(isWhole) {
  const building = build({ processes, root });
  if (isWhole) return building;
  return building.catch((error) => say(`dist/ is not made from these sources: ${error.message}\n`));
}

/** `npm run check` counts as one test. */
async function runCheck() {
  say('npm run check');
  const args = ['run', '--silent', 'check'];
  const isClean = await succeeds({ name: 'npm run check', command: 'npm', args, cwd: root, output: 'inherit' });
  say(isClean ? 'The check found nothing.' : 'The check failed.');
  return isClean ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @typedef {Awaited<ReturnType<typeof startTestServers>>} Servers */

/** Runs the tests, and names slow files and failures. @param {Request} request @param {Servers} servers */
async function runTests(request, servers) {
  const { kind, isWhole } = request;
  const { groups, words } =
    isWhole && kind.files ? arrange(kind, filesOf(request, kind.files)) : { groups: {}, words: [] };
  const ran = await runJest(request, servers, [...words, ...request.jestArguments]);
  const report = withoutGroups(ran.report, groups, root);
  const timings = reports.readTimings(report, root);
  const limits = reports.limitsFor(kind.fileLimits, timings, readDurations(root, kind.counts));
  const slowest = reports.describeSlowest(timings, limits);
  if (slowest.length > 0) say(`\n${slowest.join('\n')}`);
  for (const warning of reports.describeTooLong(timings, limits)) say(`\nWARNING ${warning}`);
  for (const failure of reports.describeFailures(report, root)) say(`\nFAILED ${failure}`);
  const counts = reports.countResults(report, ran.hasPassed ? 0 : 1);
  if (request.isRecording) record(request, report);
  return counts;
}

/** The files of a whole run. Names the long files left out. @param {Request} request @param {RegExp} wanted */
function filesOf({ kind: { counts, command, sampling }, seed, hasAll }, wanted) {
  const files = listTests(root, wanted);
  if (sampling === undefined || hasAll) return files;
  const { drawn, left } = drawFiles({ files, recorded: readDurations(root, counts), seed: Number(seed), sampling });
  const all = shellLine([...command, '--', '--all']);
  say(`\nNot in this run are ${left.length} of the files over ${sampling.longSeconds} s. ${all} has them:`);
  for (const file of left) say(`  ${file}`);
  return drawn;
}

/** Names the files for jest. Puts short ones together. @param {import('./local/tests/testKinds.mjs').Kind} kind @param {readonly string[]} files */
function arrange({ counts, hasGroups }, files) {
  const byPath = (/** @type {string} */ file) => join(root, file);
  if (!hasGroups) return { groups: {}, words: ['--runTestsByPath', ...files.map(byPath)] };
  const dir = join(runDir, 'groups');
  const { groups, alone, seconds } = groupFiles({ root, dir, files, recorded: readDurations(root, counts) });
  writeFileSync(groupDurations, JSON.stringify(seconds));
  const paths = [...alone.map(byPath), ...Object.keys(groups)];
  return { groups, words: ['--roots', join(root, 'test'), '--roots', dir, '--runTestsByPath', ...paths] };
}

/** @param {Request} request @param {Servers} servers @param {string[]} jestArguments */
async function runJest({ kind, seed }, servers, jestArguments) {
  const reportFile = join(runDir, 'jest.json');
  const words = ['--json', `--outputFile=${reportFile}`, ...kind.jestArguments, ...jestArguments];
  const hasPassed = await succeeds({
    name: 'jest',
    command: process.execPath,
    args: [join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...words],
    cwd: root,
    env: { ...process.env, ...servers, ...testEnvironment({ kind, seed }), TEST_GROUP_DURATIONS: groupDurations },
    output: 'inherit',
  });
  return { report: reports.readReport(reportFile), hasPassed };
}

/** @param {Request} request @param {reports.JestReport | undefined} report */
function record({ kind }, report) {
  if (report === undefined) return;
  recordDurations(root, kind.counts, reports.readTimings(report, root));
  say('\ntest/durations.json has the durations of the files of this run that passed.');
}

/** @param {import('./local/servers/processes.mjs').Spec} spec */
function succeeds(spec) {
  return processes.run(spec).then(
    () => true,
    () => false,
  );
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
  if (lastWord !== undefined) say(`\n${exitCode === 0 ? '' : repeat}${lastWord}`);
  process.exit(exitCode);
}
