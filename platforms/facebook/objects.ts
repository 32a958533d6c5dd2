import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { parseUrl } from '../../domain/parseUrl';
import type { Answer } from '../http/exchange';
import type { PostState } from '../Publisher';
import { gone, saysGone } from './failures';
import { callGraph, readGraph, requireSuccess } from './http';
import type { FacebookClient, GraphCall } from './http';
import { Success } from './published';

const dayMs = 86_400_000;
/** Facebook deletes a photo that no published post shows after 24 hours (Graph API reference, Page Photos). */
export const photoLifeMs = dayMs;
/** Facebook keeps unpublished posts, videos and reels for about 30 days, as other publishers have found. */
export const draftLifeMs = 30 * dayMs;

/** The answer that gives an object its id. */
export const Id = z.object({ id: z.string().min(1) });

/**
 * The fields of an object, or `undefined` if Facebook does not have it (any more).
 * @param fields as the Graph API expands them, such as `attachments{url}`
 */
export async function findObject<T>(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  { fields, schema }: { fields: string; schema: z.ZodType<T> },
): Promise<T | undefined> {
  const answer = await callGraph(client, call, { method: 'GET', path: pathOf(id), parameters: { fields } });
  return saysGone(answer) ? undefined : readGraph(answer, schema, 'the object that was asked for');
}

/** As `findObject`; @throws PublishFailure if Facebook does not have the object */
export async function requireObject<T>(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  what: { fields: string; schema: z.ZodType<T> },
): Promise<T> {
  const found = await findObject(client, call, id, what);
  if (found === undefined) throw gone(id);
  return found;
}

/** Changes fields of an object. @throws PublishFailure unless Facebook confirms it; `isLost` for an unknown object */
export async function changeObject(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  parameters: Record<string, string>,
): Promise<void> {
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.object.change',
    path: pathOf(id),
    parameters,
  });
  if (saysGone(answer)) throw gone(id);
  readGraph(answer, Success, 'word that it has made the change');
}

/**
 * Deletes an object for good.
 * @returns `unknown` for an object that Facebook does not have, or does not show to us
 */
export async function deleteObject(client: FacebookClient, call: GraphCall, id: string): Promise<'gone' | 'unknown'> {
  const answer = await callGraph(client, call, {
    method: 'DELETE',
    operation: 'facebook.object.delete',
    path: pathOf(id),
  });
  if (saysGone(answer)) return 'unknown';
  requireSuccess(answer);
  return 'gone';
}

/**
 * Deletes an object for good, and sees that it is gone.
 * @returns as `deleteObject`
 * @throws PublishFailure where Facebook still shows the object
 */
export async function deleteForGood(client: FacebookClient, call: GraphCall, id: string): Promise<'gone' | 'unknown'> {
  const removal = await deleteObject(client, call, id);
  const isShown =
    removal === 'gone' && (await findObject(client, call, id, { fields: 'id', schema: Id })) !== undefined;
  if (!isShown) return removal;
  const seen = `Facebook still shows ${id}, which it has deleted.`;
  throw new PublishFailure('PLATFORM_UNAVAILABLE', { seen, todo: 'Retry later.' }, { transient: true });
}

/** Deletes a public post for good. @returns `unseen` for a post that Facebook does not find */
export async function takeDown(client: FacebookClient, call: GraphCall, id: string): Promise<'done' | 'unseen'> {
  return (await deleteForGood(client, call, id)) === 'gone' ? 'done' : 'unseen';
}

const Page = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ next: z.string().optional() }).optional(),
});

/** A list that was read as a whole. */
export interface WholeList<T> {
  rows: T[];
  /** False: the list goes on where this service stops to read. */
  isWhole: boolean;
  /** Facebook's clock when it answered first, in milliseconds, by its `Date` (RFC 9110 §6.6.1). */
  clockMs: number;
}

/** Every row of a list, and whether the list was read to its end. */
export async function readList<T>(client: FacebookClient, call: GraphCall, listing: Listing<T>): Promise<WholeList<T>> {
  const rows: T[] = [];
  let clockMs: number | undefined;
  for await (const { data, answer, isLast } of listPages(client, call, listing)) {
    rows.push(...data);
    clockMs ??= Date.parse(answer.headers.date ?? '');
    if (isLast) return { rows, isWhole: true, clockMs: Number.isNaN(clockMs) ? answer.at.getTime() : clockMs };
  }
  return { rows, isWhole: false, clockMs: clockMs ?? Date.now() };
}

interface Listing<T> {
  path: string;
  parameters: Record<string, string>;
  row: z.ZodType<T>;
}

/** Ends a listing that would never end by itself. */
const pagesMax = 50;

/**
 * Every row of a list, page after page. An empty page may have a next one, and a last page may still have cursors
 * (Graph API, Paginated results). The address of the next page is taken apart, so that a token goes to our own host alone.
 */
export async function* listRows<T>(client: FacebookClient, call: GraphCall, listing: Listing<T>): AsyncGenerator<T> {
  for await (const { data } of listPages(client, call, listing)) yield* data;
}

async function* listPages<T>(
  client: FacebookClient,
  call: GraphCall,
  { path, parameters, row }: Listing<T>,
): AsyncGenerator<{ data: T[]; answer: Answer; isLast: boolean }> {
  const schema = Page.extend({ data: z.array(row) });
  let next: Record<string, string> | undefined = parameters;
  for (let page = 0; next && page < pagesMax; page += 1) {
    const answer = await callGraph(client, call, { method: 'GET', path, parameters: next });
    const { data, paging } = readGraph(answer, schema, 'a list');
    next = paging?.next === undefined ? undefined : { ...parameters, ...parametersOf(paging.next) };
    yield { data, answer, isLast: next === undefined };
  }
}

const ownParameters = ['access_token', 'appsecret_proof'];

function parametersOf(url: string): Record<string, string> {
  const query = [...(parseUrl(url)?.searchParams ?? [])];
  return Object.fromEntries(query.filter(([name]) => !ownParameters.includes(name)));
}

/** An id comes from Facebook or from our own row; as a path it must stay one segment. */
function pathOf(id: string): string {
  return encodeURIComponent(id);
}

/** The state of an object that Facebook does not have, or does not show to us: its outcome is unknown. */
export function notFound(id: string): Extract<PostState, { kind: 'unknown' }> {
  const message = `Facebook does not have ${id}, or does not show it to us; it may have been deleted on the page.`;
  return { kind: 'unknown', message };
}
