import { StripeError } from './errors';

/** A body of `a[b][0][c]=1`, as objects and lists: Stripe's API takes forms. */
export type Nested = { [name: string]: Nested | string };

/** Reads nested parameters. Throws StripeError for a name that cannot be read. */
export function readNested(parameters: URLSearchParams): Nested {
  const root: Nested = Object.create(null);
  for (const [name, value] of parameters) {
    const keys = keysOf(name);
    const last = keys.pop() ?? '';
    let place = root;
    for (const key of keys) {
      const within = place[key] ?? Object.create(null);
      if (typeof within === 'string') throw new StripeError(400, { message: `Invalid parameter: ${name}` });
      place[key] = within;
      place = within;
    }
    place[last === '' ? String(Object.keys(place).length) : last] = value;
  }
  return root;
}

function keysOf(name: string): string[] {
  const [, first = '', rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === '') throw new StripeError(400, { message: `Invalid parameter: ${name}` });
  return [first, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), ([, key = '']) => key)];
}
