import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How long each test file took, by the kind of the run: a property takes longer where it is tried more often.
 * @typedef {Partial<Record<'few' | 'sample' | 'full', Record<string, number>>>} Durations path from the checkout → seconds
 */

const name = 'test/durations.json';

/**
 * Writes into test/durations.json, by which the next runs start the longest files first, how long the files of a whole
 * run took. Figures of other kinds stay, except for files that are gone. A file that failed keeps its figure: it may have ended early.
 * @param {string} root the checkout
 * @param {'few' | 'sample' | 'full'} counts the kind of this run
 * @param {readonly import('./testReport.mjs').Timing[]} timings
 */
export function recordDurations(root, counts, timings) {
  const file = join(root, name);
  /** @type {Durations} */
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const ofThisRun = Object.fromEntries(
    timings.flatMap(({ path, seconds, hasFailed }) => {
      const took = hasFailed ? before[counts]?.[path] : Math.round(seconds * 10) / 10;
      return took === undefined ? [] : [[path, took]];
    }),
  );
  const all = Object.entries({ ...before, [counts]: ofThisRun });
  const kept = all.map(([kind, seconds]) => ({ [kind]: sorted(seconds, (path) => existsSync(join(root, path))) }));
  writeFileSync(file, `${JSON.stringify(sorted(Object.assign({}, ...kept)), null, 2)}\n`);
}

/**
 * The durations of the files in the last recorded run of this kind.
 * @param {string} root the checkout
 * @param {'few' | 'sample' | 'full'} counts
 * @returns {Readonly<Record<string, number>>} path from the checkout → seconds
 */
export function readDurations(root, counts) {
  const file = join(root, name);
  /** @type {Durations} */
  const recorded = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return recorded[counts] ?? {};
}

/** @template T @param {Record<string, T>} record @param {(key: string) => boolean} [isKept] @returns {Record<string, T>} */
function sorted(record, isKept = () => true) {
  const kept = Object.entries(record).filter(([key]) => isKept(key));
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}
