/**
 * `npm run check:rooms`: how the files of the project are put together. A folder has at most 25 files of code. Its rooms, which are
 * its folders and its own files, import one another in one direction only.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const filesMax = 25;
const code = /\.(?:tsx?|mjs|cjs)$/;
const endings = ['', '.ts', '.tsx', '.mjs', '.cjs', '/index.ts', '/index.tsx'];
const specifier = /\b(?:from|import|require)\s*\(?\s*'(\.{1,2}(?:\/[^']*)?)'/g;

/**
 * @typedef {Map<string, Map<string, string>>} Graph room → each room that it imports → an import that does so
 */

/** The faults of a checkout, in words. @param {string} root */
export function roomFaults(root) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => code.test(file) && existsSync(join(root, file)));
  return [...crowded(files), ...knotted(files, (file) => readFileSync(join(root, file), 'utf8'))];
}

/** @param {readonly string[]} files */
function crowded(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > filesMax)
    .map(([folder, count]) => `${folder}/ has ${count} files of code, and may have ${filesMax}`);
}

/** @param {readonly string[]} files @param {(file: string) => string} textOf */
function knotted(files, textOf) {
  const known = new Set(files);
  /** @type {Map<string, Graph>} */
  const folders = new Map();
  for (const file of files) {
    for (const [, name = ''] of textOf(file).matchAll(specifier)) {
      const path = posix.join(posix.dirname(file), name);
      const target = endings.map((ending) => path + ending).find((candidate) => known.has(candidate));
      if (target !== undefined) note(folders, file, target);
    }
  }
  return [...folders].flatMap(([folder, graph]) => knotsOf(graph).map((knot) => inWords(folder, graph, knot)));
}

/** Notes an import in the folder in which both files stand. @param {Map<string, Graph>} folders @param {string} from @param {string} to */
function note(folders, from, to) {
  const [here, there] = [from.split('/'), to.split('/')];
  const depth = here.findIndex((part, index) => part !== there[index]);
  if (depth < 1) return;
  const folder = here.slice(0, depth).join('/');
  const [room = '', other = ''] = [here[depth], there[depth]];
  const graph = folders.get(folder) ?? new Map();
  folders.set(folder, graph);
  const imports = graph.get(room) ?? new Map();
  graph.set(room, imports.set(other, `${from} imports ${to}`));
}

/** Rooms that reach one another, by Tarjan's algorithm for strongly connected components. @param {Graph} graph */
function knotsOf(graph) {
  /** @type {string[][]} */
  const knots = [];
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {string[]} */
  const open = [];
  /** @param {string} room @returns {number} */
  const visit = (room) => {
    const index = order.size;
    order.set(room, index);
    open.push(room);
    let lowest = index;
    for (const other of graph.get(room)?.keys() ?? []) {
      if (!order.has(other)) lowest = Math.min(lowest, visit(other));
      else if (open.includes(other)) lowest = Math.min(lowest, order.get(other) ?? index);
    }
    if (lowest === index) {
      const knot = open.splice(open.indexOf(room));
      if (knot.length > 1) knots.push(knot);
    }
    return lowest;
  };
  for (const room of graph.keys()) if (!order.has(room)) visit(room);
  return knots;
}

/** @param {string} folder @param {Graph} graph @param {readonly string[]} knot */
function inWords(folder, graph, knot) {
  const within = knot.flatMap((room) => [...(graph.get(room) ?? [])].filter(([other]) => knot.includes(other)));
  const lines = within.map(([, words]) => `  ${words}`).sort();
  return [`${folder}/ has rooms that import one another: ${[...knot].sort().join(', ')}`, ...lines].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = roomFaults(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
