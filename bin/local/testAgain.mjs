/**
 * The files of a whole run that failed beside others run again, alone: docs/decisions/0040-failed-files-run-again.md.
 * @typedef {import('./testReport.mjs').JestReport} JestReport
 */

/** More failed files than this have a common reason, which is hardly the machine. */
const filesMax = 5;

/** The files to run again; none if there are too many. @param {JestReport | undefined} report @returns {string[]} their paths */
export function filesToRunAgain(report) {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= filesMax ? failed : [];
}

/**
 * The report of a whole run in which the second results of the failed files take the place of the first ones.
 * @param {JestReport} first
 * @param {JestReport} second of all files that failed
 * @returns {JestReport}
 */
export function withSecondResults(first, second) {
  const replaced = first.testResults.filter(({ status }) => status === 'failed');
  /** @param {string} wanted */
  const replacedTests = (wanted) =>
    replaced.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  return {
    numPassedTests: first.numPassedTests - replacedTests('passed') + second.numPassedTests,
    numFailedTests: first.numFailedTests - replacedTests('failed') + second.numFailedTests,
    numRuntimeErrorTestSuites: second.numRuntimeErrorTestSuites,
    numPendingTests: first.numPendingTests - replacedTests('pending') + second.numPendingTests,
    numTodoTests: first.numTodoTests - replacedTests('todo') + second.numTodoTests,
    testResults: [...first.testResults.filter((file) => !replaced.includes(file)), ...second.testResults],
  };
}
