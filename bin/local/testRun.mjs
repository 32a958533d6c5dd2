import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { reserve } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { readProcess } from './processTable.mjs';
import { startTemporal } from './temporal.mjs';
import { findTemporalExecutable } from './temporalExecutable.mjs';

const dirPrefix = 'content-delivery-test-';

/** A folder for one test run. Those of runs that were killed are removed. */
export function makeRunDir() {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^content-delivery-test-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && readProcess(Number(pid)) === undefined) remove(join(tmpdir(), name));
  }
  return mkdtempSync(join(tmpdir(), `${dirPrefix}${process.pid}-`));
}

/** @param {string} dir */
export function remove(dir) {
  try {
    rmSync(dir, { recursive: true, force: true });
  } catch {
    // It belongs to another user, who will remove it.
  }
}

/**
 * Starts a PostgreSQL whose data is thrown away and a Temporal server in memory, unless the environment names some.
 * @param {object} options
 * @param {import('./processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout
 * @param {string} options.runDir
 * @param {(note: string) => void} options.onSlow
 * @returns {Promise<{TEST_DATABASE_URL: string, TEMPORAL_ADDRESS: string, TEMPORAL_NAMESPACE: string}>}
 */
export async function startTestServers({ processes, root, runDir, onSlow }) {
  const { TEST_DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE = 'default' } = process.env;
  const executable = TEMPORAL_ADDRESS ? undefined : await findTemporalExecutable({ processes, root, onSlow });
  const [databaseUrl, temporalAddress] = await Promise.all([
    TEST_DATABASE_URL || startDatabase({ processes, root, runDir }),
    executable === undefined ? TEMPORAL_ADDRESS : startTemporalInMemory({ processes, executable, runDir }),
  ]);
  return { TEST_DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE };
}

/** @param {{processes: import('./processes.mjs').Processes, root: string, runDir: string}} options */
async function startDatabase({ processes, root, runDir }) {
  const dir = join(runDir, 'pg');
  const logFile = join(runDir, 'postgres.log');
  const { url } = await startPostgres({ processes, root, dir, port: await reserve(), logFile, isEphemeral: true });
  return url;
}

/** @param {{processes: import('./processes.mjs').Processes, executable: string, runDir: string}} options */
async function startTemporalInMemory({ processes, executable, runDir }) {
  const ports = { grpc: await reserve(), http: await reserve() };
  const { address } = await startTemporal({ processes, executable, ports, logFile: join(runDir, 'temporal.log') });
  return address;
}

/**
 * Counts what jest reported; a test file that could not run is one failure, and so is a jest that failed without a failed test.
 * @param {string} reportFile
 * @param {number | null} exitCode of jest
 * @returns {{passed: number, failed: number, skipped: number}}
 */
export function countResults(reportFile, exitCode) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const messageLinesMax = 30;

/**
 * What failed, for the end of the output, where it is looked for: each test with the first lines of its message.
 * @param {string} reportFile
 * @param {string} root what paths are named from
 * @returns {string[]}
 */
export function describeFailures(reportFile, root) {
  if (!existsSync(reportFile)) return [];
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8'));
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    const failures = failed.map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages[0] }));
    if (status === 'failed' && failures.length === 0) failures.push({ title: 'could not be run', message });
    return failures.map((failure) => `${relative(root, name)}: ${failure.title}\n${firstLines(failure.message)}`);
  });
}

/** @param {string} message */
function firstLines(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines
    .slice(0, messageLinesMax)
    .map((line) => `  ${line}`)
    .join('\n');
}

/** @param {{passed: number, failed: number, skipped: number}} counts */
export function summarize({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
