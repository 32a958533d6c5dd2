import { shellLine } from '../shellLine.mjs';

/**
 * @typedef {object} Kind One of the three runs of the tests.
 * @property {'few' | 'sample' | 'full'} counts the value of TEST_COUNTS for the tests: how often a property is tried
 * @property {readonly string[]} command the command that starts this run
 * @property {readonly string[]} jestArguments the arguments that name the files of this run
 * @property {RegExp} [files] the paths of these files, where some of the files are drawn
 * @property {boolean} [hasGroups] whether the files are short, and so many that they run in groups
 * @property {boolean} hasCheck whether `npm run check` and the tests of pages belong to the whole run
 * @property {import('./testReport.mjs').FileLimits} [fileLimits]
 * @property {import('./drawFiles.mjs').Sampling} [sampling]
 *
 * @typedef {object} Request
 * @property {Kind} kind
 * @property {string} seed
 * @property {string[]} jestArguments the caller's arguments
 * @property {boolean} isWhole
 * @property {boolean} hasAll whether the run has all long files, where the kind draws some of them
 * @property {boolean} isRecording whether the durations of the files are to be kept
 */

const longFiles = ['--testMatch=**/*.deep.test.ts', '--passWithNoTests'];
/** The long tests, those that need other programs, and the properties once more, with all their counts. */
const fullFiles = ['--testMatch=**/*.{deep,full,property}.test.ts', '--passWithNoTests'];

/** @type {Readonly<Record<'test' | '--deep' | '--full', Kind>>} */
const kinds = {
  test: {
    counts: 'few',
    command: ['npm', 'test'],
    jestArguments: [],
    files: /(?<!\.deep|\.full)\.test\.ts$/,
    hasGroups: true,
    hasCheck: true,
    fileLimits: { slowSeconds: 20, warnSeconds: 60 },
    sampling: { longSeconds: 3, oneIn: 10 },
  },
  '--deep': {
    counts: 'sample',
    command: ['npm', 'run', 'test:deep'],
    jestArguments: longFiles,
    files: /\.deep\.test\.ts$/,
    hasCheck: false,
    sampling: { longSeconds: 60, oneIn: 4 },
  },
  '--full': { counts: 'full', command: ['npm', 'run', 'test:full'], jestArguments: fullFiles, hasCheck: false },
};
const recordFlag = '--record-durations';
const allFlag = '--all';

/**
 * Reads which run the words of a command line ask for. All other words are passed to jest.
 * @param {readonly string[]} words
 * @param {string} seed
 * @returns {Request}
 * @throws {Error} for a seed that is no whole number; and when a part of the tests is to record durations, since the files
 *   that the part leaves out would count as gone
 */
export function readRequest(words, seed) {
  const [flag, kind] = Object.entries(kinds).find(([name]) => words.includes(name)) ?? ['', kinds.test];
  const jestArguments = words.filter((word) => ![flag, recordFlag, allFlag].includes(word));
  const isRecording = words.includes(recordFlag);
  const request = {
    kind,
    seed,
    jestArguments,
    isWhole: jestArguments.length === 0,
    hasAll: isRecording || words.includes(allFlag),
    isRecording,
  };
  if (!/^\d+$/.test(seed)) throw new Error(`TEST_SEED must be a whole number: ${seed}`);
  if (request.isRecording && !request.isWhole)
    throw new Error(`${recordFlag} needs a whole run: leave out ${shellLine(jestArguments)}`);
  return request;
}

/** The environment of this run's tests. @param {Pick<Request, 'kind' | 'seed'>} request @returns {NodeJS.ProcessEnv} */
export function testEnvironment({ kind, seed }) {
  return { TEST_SEED: seed, TEST_COUNTS: kind.counts };
}

/** The line that repeats this run. @param {Request} request */
export function repeatLine({ kind, seed, hasAll, jestArguments }) {
  const given = [...(hasAll && kind.sampling ? [allFlag] : []), ...jestArguments];
  const words = given.length === 0 ? [] : ['--', ...given];
  return `TEST_SEED=${seed} ${shellLine([...kind.command, ...words])}`;
}
