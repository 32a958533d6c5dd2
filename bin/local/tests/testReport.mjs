import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} FileLimits How long a file may take.
 * @property {number} slowSeconds above this it is reported as slow
 * @property {number} warnSeconds above this the run ends with a warning
 *
 * @typedef {{path: string, seconds: number, hasFailed?: boolean}} Timing `path` is from the checkout, with slashes.
 *
 * @typedef {object} JestFile
 * @property {string} name its path
 * @property {string} status
 * @property {string} message
 * @property {number} startTime
 * @property {number} endTime
 * @property {{status: string, fullName: string, ancestorTitles: string[], duration?: number | null, failureMessages: string[]}[]} assertionResults
 *
 * @typedef {object} JestReport The parts of jest's --json output that are read here.
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {JestFile[]} testResults
 */

const messageLinesMax = 30;
const slowestShown = 20;
/** Fewer files that were timed before do not tell how slow a machine is. */
const ratiosMin = 20;

/** The report of a run; undefined when jest ended before it wrote one. @param {string} file @returns {JestReport | undefined} */
export function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Counts jest's results. A test file that could not run is one failure, and so is a failed jest without a failed test.
 * @param {JestReport | undefined} report
 * @param {number} exitCode of jest
 * @returns {{passed: number, failed: number, skipped: number}}
 */
export function countResults(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * The failed tests, each with the first lines of its message, for the end of the output.
 * @param {JestReport | undefined} report
 * @param {string} root the folder that paths begin from
 * @returns {string[]}
 */
export function describeFailures(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    const failures = failed.map(({ fullName, failureMessages: [first = ''] }) => ({ title: fullName, message: first }));
    if (status === 'failed' && failures.length === 0) failures.push({ title: 'could not be run', message });
    return failures.map((failure) => `${relative(root, name)}: ${failure.title}\n${firstLines(failure.message)}`);
  });
}

/**
 * The duration of each file, the slowest first.
 * @param {JestReport | undefined} report
 * @param {string} root the folder that paths begin from
 * @returns {Timing[]}
 */
export function readTimings(report, root) {
  return (report?.testResults ?? [])
    .map(({ name, status, startTime, endTime }) => ({
      path: relative(root, name).replaceAll(sep, '/'),
      seconds: (endTime - startTime) / 1000,
      hasFailed: status === 'failed',
    }))
    .sort((a, b) => b.seconds - a.seconds);
}

/**
 * The limits on a machine as slow as this run's: they grow by the factor between the times of the files in this run and
 * their recorded times. A few files say nothing of the machine.
 * @param {FileLimits | undefined} limits
 * @param {readonly Timing[]} timings
 * @param {Readonly<Record<string, number>>} recordedSeconds by path
 * @returns {FileLimits | undefined}
 */
export function limitsFor(limits, timings, recordedSeconds) {
  const ratios = timings
    .map(({ path, seconds }) => seconds / (recordedSeconds[path] ?? Number.NaN))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  if (limits === undefined || ratios.length < ratiosMin) return limits;
  const factor = Math.max(1, ratios[Math.floor(ratios.length / 2)] ?? 1);
  return { slowSeconds: Math.round(limits.slowSeconds * factor), warnSeconds: Math.round(limits.warnSeconds * factor) };
}

/**
 * The slowest files of a run of several, a line each; files above the limit are called slow.
 * @param {readonly Timing[]} timings the slowest first
 * @param {FileLimits} [limits]
 * @returns {string[]}
 */
export function describeSlowest(timings, limits) {
  if (timings.length < 2) return [];
  const lines = timings.slice(0, slowestShown).map(({ path, seconds }) => {
    const isSlow = limits !== undefined && seconds > limits.slowSeconds;
    return `${seconds.toFixed(1).padStart(7)} s  ${path}${isSlow ? `  slow: over ${limits.slowSeconds} s` : ''}`;
  });
  return [`The slowest of ${timings.length} files:`, ...lines];
}

/**
 * A sentence for each file that took longer than a file of this run may.
 * @param {readonly Timing[]} timings
 * @param {FileLimits} [limits] without them a file may take as long as it likes
 * @returns {string[]}
 */
export function describeTooLong(timings, limits) {
  if (limits === undefined) return [];
  return timings
    .filter(({ seconds }) => seconds > limits.warnSeconds)
    .map(
      ({ path, seconds }) =>
        `${path}: it took ${seconds.toFixed(1)} s, and a file may take ${limits.warnSeconds} s. ` +
        'Make it quicker, split it, or move its long tests to a file that ends in .deep.test.ts.',
    );
}

/** @param {{passed: number, failed: number, skipped: number}} counts */
export function summarize({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
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
