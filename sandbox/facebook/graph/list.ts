import type { GraphCall } from './call';
import { refuseParameter } from '../errors';

/** A page of a list edge. */
export interface List {
  readonly data: readonly object[];
  readonly paging?: object;
  readonly summary?: object;
}

const limitDefault = 25;
const cursorAt = (offset: number) => Buffer.from(`at:${offset}`).toString('base64url');
/** Stands for the beginning after a page that was empty. */
const emptyOffset = -1;

/**
 * The page of `all` that a call asks for with `limit`, `after` and `before`. `paging.next` is there while more follows; it
 * repeats the call's access token, but not its proof. `summary=total_count` adds how many there are.
 */
export function listOf<T>(call: GraphCall, all: readonly T[], present: (one: T) => object): List {
  const { listMax, listsBeginEmpty } = call.context.settings.read().facebook;
  const limit = Math.min(readLimit(call), listMax);
  const [after, before] = [call.params.get('after'), call.params.get('before')];
  const summary = call.params.has('summary') && { summary: { total_count: all.length } };
  if (listsBeginEmpty && after === null && before === null && limit > 0)
    return { data: [], paging: { cursors: {}, next: addressOf(call, 'after', emptyOffset) }, ...summary };
  const start = before === null ? readCursor(after) + 1 : Math.max(0, readCursor(before) - limit);
  const some = all.slice(start, start + limit);
  if (some.length === 0) return { data: [], ...summary };
  const last = start + some.length - 1;
  return {
    data: some.map(present),
    paging: {
      cursors: { before: cursorAt(start), after: cursorAt(last) },
      ...(last + 1 < all.length && { next: addressOf(call, 'after', last) }),
      ...(start > 0 && { previous: addressOf(call, 'before', start) }),
    },
    ...summary,
  };
}

function readLimit({ params }: GraphCall): number {
  const text = params.get('limit') ?? String(limitDefault);
  if (!/^\d{1,6}$/.test(text)) throw refuseParameter('Param limit must be a valid integer');
  return Number(text);
}

function readCursor(text: string | null): number {
  if (text === null || text === '') return -1;
  const [, offset] = /^at:(-?\d{1,9})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (offset === undefined) throw refuseParameter('Invalid cursor');
  return Number(offset);
}

function addressOf(call: GraphCall, direction: 'after' | 'before', offset: number): string {
  return addressWith(call, { after: null, before: null, [direction]: cursorAt(offset) });
}

/** The address of the same call with other parameters, without its proof; null: without the parameter. */
export function addressWith({ req, params }: GraphCall, others: Readonly<Record<string, string | null>>): string {
  const url = new URL(`${req.protocol}://${req.get('host')}${req.baseUrl}${req.path}`);
  const kept = params.names().filter((name) => name !== 'appsecret_proof' && !Object.hasOwn(others, name));
  for (const name of kept) url.searchParams.set(name, params.get(name) ?? '');
  for (const [name, value] of Object.entries(others)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
