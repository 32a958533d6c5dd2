import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Rooms of the project whose size is watched: the files of each, by folder and name, and the most files and lines that are wanted.
 * @type {readonly { name: string; files: readonly [folder: string, name: RegExp][]; filesMax: number; linesMax: number }[]}
 */
const rooms = [
  {
    name: 'the life of an assignment',
    files: [
      ['domain/assignment', /./],
      ['models/assignments/store', /./],
      ['models/publishing', /^(restoredRows|withoutPlatform)/],
      ['activities/publishing', /./],
      ['activities/run', /./],
      ['workflows', /^publish(Assignment|Steps)/],
    ],
    filesMax: 20,
    linesMax: 2600,
  },
  {
    name: 'the verbs of assignments',
    files: [
      ['api/assignments', /^(cancelAssignment|lockAssignment|retryAssignment)\./],
      ['api/assignments/create', /^(createAssignment|creationPlan|newAssignment)\./],
      ['api/assignments/edit', /./],
    ],
    filesMax: 8,
    linesMax: 800,
  },
];

/** A line for each room. @param {string} root */
export function sizes(root) {
  return rooms.map(({ name, files, filesMax, linesMax }) => {
    const texts = files.flatMap(([folder, pattern]) => textsOf(join(root, folder), pattern));
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
    return `${name}: ${texts.length} files of ${lines} lines (wanted: at most ${filesMax} of ${linesMax})`;
  });
}

/** @param {string} folder @param {RegExp} pattern */
function textsOf(folder, pattern) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && pattern.test(name));
  if (names.length === 0) throw new Error(`${folder} has no file that is named ${pattern}`);
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}
