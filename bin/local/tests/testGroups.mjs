import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * Jest loads the service again for each test file, which takes longer than the tests of many files. So in a whole run
 * a few files read the short files of a folder, each in a `describe` that has its path as its name.
 *
 * @typedef {Readonly<Record<string, readonly string[]>>} Groups path of the file that reads → paths from the checkout
 * @typedef {import('./testReport.mjs').JestReport} JestReport
 * @typedef {import('./testReport.mjs').JestFile} JestFile
 */

/** Longer files are no shorter together, and would keep others of their group from running beside them. */
const shortSeconds = 45;
const groupSeconds = 120;
/** A mock of one file would be a mock for all files of its group. */
const mocks = /\bjest\.mock\(/;
/** A module that opens a world for the tests when it is loaded opens one for the first file of a group alone. */
const opensWorld = /^(?:export )?const .* = use\w*\(|^(?:before|after)(?:All|Each)\(/m;
/** A module that adds to the service's tables when it is loaded, before the modules that read them. */
const addsToTables = /^register\w*\(/m;

/**
 * Forms groups of short files of a folder, and writes the files that read them. A file without a time stays alone.
 * @param {object} options
 * @param {string} options.root the checkout
 * @param {string} options.dir a folder for the files that read the others
 * @param {readonly string[]} options.files paths from the checkout, sorted
 * @param {Readonly<Record<string, number>>} options.recorded path → seconds
 * @returns {{groups: Groups, alone: string[], seconds: Record<string, number>}} `seconds` of each group
 */
export function groupFiles({ root, dir, files, recorded }) {
  const secondsOf = (/** @type {string} */ file) => recorded[file] ?? Infinity;
  const isShort = (/** @type {string} */ file) => secondsOf(file) <= shortSeconds && !needsOwnModules(join(root, file));
  /** @type {Record<string, string[]>} */
  const groups = {};
  /** @type {Record<string, number>} */
  const seconds = {};
  /** The group of each kind that still takes files. @type {Record<string, string>} */
  const open = {};
  const tables = readerOfTables(root);
  for (const file of files.filter(isShort)) {
    const kind = [...dirname(file).split('/').slice(0, 2), ...(tables(file) ? ['more'] : [])].join('-');
    const took = secondsOf(file);
    const last = open[kind];
    const hasRoom = last !== undefined && (seconds[last] ?? 0) + took <= groupSeconds;
    const path = hasRoom ? last : join(dir, `${kind}-${Object.keys(groups).length + 1}.test.ts`);
    open[kind] = path;
    (groups[path] ??= []).push(file);
    seconds[path] = (seconds[path] ?? 0) + took;
  }
  mkdirSync(dir, { recursive: true });
  for (const [path, members] of Object.entries(groups))
    writeFileSync(path, members.map((file) => readingOf(file, root)).join(''));
  return { groups, alone: files.filter((file) => !isShort(file)), seconds };
}

/** @param {string} path */
function needsOwnModules(path) {
  const text = readFileSync(path, 'utf8');
  return mocks.test(text) || importsOf(path, text).some((file) => opensWorld.test(readFileSync(file, 'utf8')));
}

/** Tells of a file whether it needs tables to which a module of the tests adds, which other files are not to see. @param {string} root */
function readerOfTables(root) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  /** @param {string} path @returns {boolean} */
  const adds = (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    known.set(path, false);
    const text = readFileSync(path, 'utf8');
    const within = importsOf(path, text).filter((file) => file.startsWith(join(root, 'test', sep)));
    const found = addsToTables.test(text) || within.some(adds);
    known.set(path, found);
    return found;
  };
  return (/** @type {string} */ file) => adds(join(root, file));
}

/** The files of the checkout that a file imports. @param {string} path @param {string} text */
function importsOf(path, text) {
  const named = Array.from(text.matchAll(/ from '(\.[^']+)'/g), ([, name = '']) => join(dirname(path), name));
  return named.flatMap((name) => [`${name}.ts`, join(name, 'index.ts')].filter((file) => existsSync(file)).slice(0, 1));
}

/** @param {string} file @param {string} root */
function readingOf(file, root) {
  return `describe(${JSON.stringify(file)}, () => void require(${JSON.stringify(join(root, file))}));\n`;
}

/** The test files of a checkout, in the order of their paths. @param {string} root @param {RegExp} wanted @returns {string[]} */
export function listTests(root, wanted) {
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => `test/${name.replaceAll(sep, '/')}`)
    .filter((file) => wanted.test(file))
    .sort();
}

/**
 * The report as if each file had run by itself. A file of a group took the time of its tests.
 * @param {JestReport | undefined} report
 * @param {Groups} groups
 * @param {string} root
 * @returns {JestReport | undefined}
 */
export function withoutGroups(report, groups, root) {
  if (report === undefined) return undefined;
  const testResults = report.testResults.flatMap((result) => {
    const members = groups[result.name];
    if (members === undefined || result.assertionResults.length === 0) return [result];
    return members.map((file) => ofMember(result, file, root));
  });
  return { ...report, testResults };
}

/** @param {JestFile} result @param {string} file @param {string} root @returns {JestFile} */
function ofMember({ startTime, assertionResults, message }, file, root) {
  const own = assertionResults.filter(({ ancestorTitles: [first] }) => first === file);
  const took = own.reduce((total, { duration }) => total + (duration ?? 0), 0);
  return {
    name: join(root, file),
    status: own.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    message,
    startTime,
    endTime: startTime + took,
    assertionResults: own.map((result) => ({ ...result, fullName: result.fullName.slice(file.length + 1) })),
  };
}
