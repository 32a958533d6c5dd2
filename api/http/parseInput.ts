import type { z } from 'zod';
import { invalid } from './errors';

/** Levels of nesting that a body may have. */
const depthMax = 32;
/** A body that is wrong throughout is not told so field by field. */
const textFaultsMax = 20;

/** Field name to messages. A map, because a caller may name a field `constructor` or `__proto__`. */
type Faults = Map<string, string[]>;

/**
 * Checks the parts of a request (`params`, `query`, `headers`, `body`) against their schemas.
 * @throws ApiError 400 that names every field with all that is wrong with it
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, parts: Record<string, unknown>): z.output<Schema> {
  const faults: Faults = new Map();
  collectTextFaults(parts, [], faults);
  if (faults.size > 0) throw invalid(Object.fromEntries(faults));

  const result = schema.safeParse(parts, { error: explain });
  if (result.success) return result.data;
  for (const issue of result.error.issues) note(faults, issue.path, issue.message);
  throw invalid(Object.fromEntries(faults));
}

/** What PostgreSQL cannot store, wherever it stands, and nesting that only harms. */
function collectTextFaults(value: unknown, path: readonly PropertyKey[], faults: Faults): void {
  if (faults.size >= textFaultsMax) return;
  if (typeof value === 'string') {
    if (value.includes('\0')) note(faults, path, 'must not contain a NUL character');
    else if (/\p{Surrogate}/u.test(value)) note(faults, path, 'must be well-formed Unicode');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length > depthMax) {
    note(faults, path.slice(0, 2), `must not be nested deeper than ${depthMax} levels`);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    collectTextFaults(key, path, faults);
    collectTextFaults(inner, [...path, key], faults);
  }
}

/** The part's name is left out (`payload.title`), but where the part as a whole is at fault (`body`). */
function note(faults: Faults, path: readonly PropertyKey[], message: string): void {
  const field = (path.length > 1 ? path.slice(1) : path).join('.');
  const messages = faults.get(field) ?? [];
  if (!messages.includes(message)) faults.set(field, [...messages, message]);
}

/** Messages in the words of `domain/payload.ts`; undefined leaves zod's own. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${nouns[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') {
    return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
  }
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return undefined;
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};
