import { z } from 'zod';
import { parseUrl } from '../http/parseUrl';
import { missing, StripeError } from './errors';
import type { Nested } from './form';
import type { Customer } from './records';
import type { StripeContext } from './store';

/** Numbers, truths and lists as a form has them. */
export const Whole = z.string().regex(/^\d+$/, 'Invalid integer').transform(Number);
export const Truth = z.enum(['true', 'false'], 'Invalid boolean').transform((text) => text === 'true');
export const Metadata = z.record(z.string(), z.string()).default({});

/** A list, whose places are its names. */
export function listOf<T>(member: z.ZodType<T>) {
  return z.record(z.string().regex(/^\d+$/), member).transform((places): T[] => Object.values(places));
}

/** Throws StripeError that names the first parameter that is wrong. */
export function read<T>(schema: z.ZodType<T>, given: Nested): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? wrong(issue, given) : new StripeError(400, { message: 'Invalid request' });
}

function wrong(issue: z.core.$ZodIssue, given: Nested): StripeError {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...path, ...issue.keys.slice(0, 1)]);
    return new StripeError(400, { code: 'parameter_unknown', param, message: `Received unknown parameter: ${param}` });
  }
  const param = nameOf(path);
  if (isMissing(path, given)) {
    const message = `Missing required param: ${param}.`;
    return new StripeError(400, { code: 'parameter_missing', param, message });
  }
  return new StripeError(400, { code: 'parameter_invalid', param, message: `Invalid ${param}: ${issue.message}` });
}

/** `a[b][c]`, as a form has it. */
function nameOf(keys: readonly string[]): string {
  return keys.map((key, index) => (index === 0 ? key : `[${key}]`)).join('');
}

function isMissing(keys: readonly string[], given: Nested): boolean {
  let place: Nested | string | undefined = given;
  for (const key of keys) place = typeof place === 'object' ? place[key] : undefined;
  return place === undefined;
}

/** Throws StripeError where there is none. */
export function customerOf({ store }: StripeContext, id: string): Customer {
  const customer = store.customers.get(id);
  if (!customer) throw missing('customer', id, 'customer', 400);
  return customer;
}

/** Of addresses, the form is judged. */
export function requireUrl(text: string, param: string): void {
  if (/^https?:\/\//i.test(text) && parseUrl(text)) return;
  throw new StripeError(400, { code: 'url_invalid', param, message: 'Not a valid URL' });
}
