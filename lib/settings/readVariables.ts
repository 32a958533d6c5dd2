import type { z } from 'zod';
import { ConfigError } from './ConfigError';

/** Environment variables. A missing variable is undefined. */
export type Variables = Record<string, string | undefined>;

/** @throws ConfigError naming the first variable that is wrong, never showing its value */
export function readVariables<T>(schema: z.ZodType<T>, given: Variables): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  const fault = given[name] === undefined ? 'is missing' : (issue?.message ?? 'is malformed');
  throw new ConfigError(`${name}: ${fault} (see .env.example)`);
}

/** The variables that are set: an empty or blank one counts as unset. */
export function withoutBlanks(given: Variables): Variables {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
}

/**
 * Reads the settings of a command that needs no more than these.
 * @throws ConfigError naming the first setting that is wrong, never showing its value
 */
export function readSettings<T>(schema: z.ZodType<T>, given: Variables): T {
  return readVariables(schema, withoutBlanks(given));
}
