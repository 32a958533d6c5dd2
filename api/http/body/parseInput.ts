import type { z } from 'zod';
import type { FieldErrors } from '../../../domain/payload/payload';
import { isOpen } from './decode';

/** Levels of nesting that a field may have. */
const depthMax = 32;
/** An input that is wrong throughout is not reported field by field. */
const textFaultsMax = 20;

/** Field name to messages. A map, because a caller may name a field `constructor` or `__proto__`. */
type Faults = Map<string, string[]>;

export type Parsed<Output> = { input: Output; faults?: undefined } | { input?: undefined; faults: FieldErrors };

/**
 * Checks a flat input against its schema.
 * @returns the input, or every field with all that is wrong with it
 */
export function parseInput<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, unknown>,
): Parsed<z.output<Schema>> {
  const faults: Faults = new Map();
  for (const [name, value] of Object.entries(given)) {
    const field = schema.shape[name];
    if (field && !isOpen(field)) collectTextFaults(value, [name], faults);
  }
  if (faults.size > 0) return { faults: Object.fromEntries(faults) };

  const result = schema.safeParse(given, { error: explain });
  if (result.success) return { input: result.data };
  // What is wrong with an element is told of its list.
  for (const { path, message } of result.error.issues) {
    const field = path.filter((part) => typeof part !== 'number');
    note(faults, field, message);
  }
  return { faults: Object.fromEntries(faults) };
}

/** Refuses characters that PostgreSQL cannot store, wherever they stand, and nesting that only harms. */
function collectTextFaults(value: unknown, path: readonly PropertyKey[], faults: Faults): void {
  if (faults.size >= textFaultsMax) return;
  if (typeof value === 'string') {
    if (value.includes('\0')) note(faults, path, 'must not contain a NUL character');
    else if (/\p{Surrogate}/u.test(value)) note(faults, path, 'must be well-formed Unicode');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length > depthMax) {
    note(faults, path.slice(0, 1), `must not be nested deeper than ${depthMax} levels`);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    collectTextFaults(key, path, faults);
    collectTextFaults(inner, [...path, key], faults);
  }
}

function note(faults: Faults, path: readonly PropertyKey[], message: string): void {
  const field = path.join('.');
  const messages = faults.get(field) ?? [];
  if (!messages.includes(message)) faults.set(field, [...messages, message]);
}
/** Messages in the words of `domain/payload/payload.ts`; undefined leaves zod's own. */
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
