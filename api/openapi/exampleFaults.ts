import type { z } from 'zod';
import type { FieldErrors } from '../../domain/payload/payload';
import { parseInput } from '../http/body/parseInput';
import type { RouteDescription } from '../http/Route';

/**
 * The `details` of a 400 of this route, as its own schemas make them: of an empty body, else of a path or a query that no
 * field takes.
 */
export function exampleFaults({ request: { body, form, params, query } }: RouteDescription): FieldErrors {
  const written = body ?? form;
  const ofBody = written && parseInput(written, {}).faults;
  return ofBody ?? faultsWith('?', params, query) ?? faultsWith('\0', params, query) ?? {};
}

/** Faults of each part whose fields all have this value. */
function faultsWith(value: string, ...parts: readonly (z.ZodObject | undefined)[]): FieldErrors | undefined {
  const found = parts.map((part) => {
    const given = Object.keys(part?.shape ?? {}).map((name) => [name, value]);
    return part && parseInput(part, Object.fromEntries(given)).faults;
  });
  return found.find((faults) => faults !== undefined);
}
