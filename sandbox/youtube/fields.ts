import type { Request } from 'express';
import { queryOf } from '../http/query';
import { refuse } from './errors';

/** The names that lead to a property, from the answer's top; `*` is any. */
type Path = readonly string[];

/**
 * The parameter `fields`: which properties of an answer are sent (guide `getting-started`, "Using the fields parameter").
 * `a,b` are two, `a/b` and `a(b,c)` are properties of `a`, `*` is every property. Undefined: all are.
 * Throws 400 invalidParameter for an unreadable value.
 */
export function readFields(req: Request): readonly Path[] | undefined {
  const text = queryOf(req).get('fields') ?? '';
  if (text === '') return undefined;
  const tokens = text.match(/[\w*-]+|\S/g) ?? [];
  const paths = readSelection(tokens, text);
  if (tokens.length > 0) throw invalidSelection(text);
  return paths;
}

/** Selects the parts of an answer, or of each item of a list, that the paths name. Missing properties are left out. */
export function selectFields(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => selectFields(item, paths));
  if (typeof value !== 'object' || value === null) return undefined;
  const chosen = Object.entries(value).flatMap(([name, property]) => {
    const deeper = paths.filter(([first]) => first === name || first === '*').map(([, ...rest]) => rest);
    return deeper.length === 0 ? [] : [[name, selectFields(property, deeper)] as const];
  });
  return Object.fromEntries(chosen);
}

/** Takes `path,path…` from the front of the tokens. */
function readSelection(tokens: string[], text: string): Path[] {
  const paths = readPath(tokens, text);
  while (tokens[0] === ',') {
    tokens.shift();
    paths.push(...readPath(tokens, text));
  }
  return paths;
}

/** Takes `name`, `name/path` or `name(path,path…)`. */
function readPath(tokens: string[], text: string): Path[] {
  const name = tokens.shift() ?? '';
  if (!/^[\w*-]+$/.test(name)) throw invalidSelection(text);
  return readRest(tokens, text).map((rest) => [name, ...rest]);
}

function readRest(tokens: string[], text: string): Path[] {
  if (tokens[0] !== '/' && tokens[0] !== '(') return [[]];
  if (tokens.shift() === '/') return readPath(tokens, text);
  const inner = readSelection(tokens, text);
  if (tokens.shift() !== ')') throw invalidSelection(text);
  return inner;
}

/** As recorded of another of Google's APIs (github.com/googleworkspace/java-samples/issues/1547). */
function invalidSelection(text: string) {
  const message = `Invalid field selection ${text}`;
  return refuse('unexpectedParameter', { domain: 'global', reason: 'invalidParameter', location: 'fields', message });
}
