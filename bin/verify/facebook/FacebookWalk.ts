import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ContentType } from '../../../domain/assignment';
import { parseUrl } from '../../../domain/parseUrl';
import type { Payload } from '../../../domain/payload/payload';
import { publisherFor } from '../../../platforms/index';
import type { FacebookSettings } from '../../../platforms/facebook/settings';
import type { GrantedTokens, Platform } from '../../../platforms/Platform';
import type { Call } from '../../../platforms/Call';
import type { PlatformObjects, Post, Publisher } from '../../../platforms/Publisher';
import { ask } from '../ask';
import type { RawAnswer } from '../ask';
import { unwatched } from '../unwatched';
import { found } from '../Walk';
import type { Walk } from '../Walk';

/** The walk on a page, and the things that its steps have found so far. */
export interface FacebookWalk extends Walk {
  readonly settings: FacebookSettings;
  readonly platform: Platform;
  /** The posts, by the name of their kind. */
  readonly made: Map<string, TestPost>;
  grant?: GrantedTokens;
  /** `permissions`: the permissions that the owner has granted for this page. */
  page?: { id: string; token: string; permissions: readonly string[] };
}

/** A post of the walk. */
export interface TestPost {
  objects: PlatformObjects;
  payload: Payload;
  /** Others can see it. */
  post?: Post;
  /** Forgets its traces, once it is removed. */
  forget: () => void;
}

/** A call in the name of the page. Facebook has no quota of a day. */
export function callOf({ page }: Pick<FacebookWalk, 'page'>): Call {
  const { id, token } = found(page, 'a page');
  return { accessToken: token, channelId: id, spend: async () => undefined, ...unwatched() };
}

/** The publisher of a content type. */
export function publisherOf({ platform }: Pick<FacebookWalk, 'platform'>, type: ContentType): Publisher {
  return publisherFor(platform, type);
}

interface GraphQuestion {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Below the version. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The page's own if left out. */
  readonly token?: string;
}

/** A request of the Graph API beside the adapter. */
export async function askGraph(
  { settings, page }: FacebookWalk,
  { method = 'GET', path, parameters = {}, token = found(page, 'a page').token }: GraphQuestion,
): Promise<RawAnswer> {
  const proof = createHmac('sha256', settings.appSecret).update(token).digest('hex');
  const form = new URLSearchParams({ ...parameters, appsecret_proof: proof }).toString();
  const url = `${settings.graphBase}/${settings.version}/${path}`;
  const headers = { authorization: `OAuth ${token}` };
  if (method !== 'POST') return ask({ method, url: `${url}?${form}`, headers });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return ask({ method, url, headers: { ...headers, ...type }, body: form });
}

const GraphError = z.object({
  error: z.object({ code: z.number(), error_subcode: z.number().optional(), message: z.string().default('') }),
});

/** Code and subcode of an error, such as `100/33`; null: the body is none. */
export function errorIn(body: unknown): string | null {
  const error = GraphError.safeParse(body).data?.error;
  if (!error) return null;
  return error.error_subcode === undefined ? `${error.code}` : `${error.code}/${error.error_subcode}`;
}

const Listed = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  paging: z.object({ next: z.string().optional() }).optional(),
});
type ListedRow = z.infer<typeof Listed>['data'][number];

/** A list may begin with empty pages. A new object is on one of the first. */
const pagesMax = 5;

/** A row of a list of the page, by the id of its object; null: the list does not have it now. */
export async function findListed(
  walk: FacebookWalk,
  edge: string,
  id: string,
  more: Record<string, string> = {},
): Promise<ListedRow | null> {
  const path = `${found(walk.page, 'a page').id}/${edge}`;
  let parameters: Record<string, string> | null = { fields: 'id', limit: '50', ...more };
  for (let page = 0; parameters && page < pagesMax; page += 1) {
    const answer = await askGraph(walk, { path, parameters });
    const { data = [], paging } = Listed.safeParse(answer.body).data ?? {};
    const row = data.find((one) => one.id === id);
    if (row) return row;
    const after: string | null = paging?.next === undefined ? null : afterIn(paging.next);
    parameters = after === null ? null : { ...parameters, after };
  }
  return null;
}

function afterIn(next: string): string | null {
  return parseUrl(next)?.searchParams.get('after') ?? null;
}

/** The fields of an object; null: Facebook does not have it, or has not answered with one. */
export async function readObject<T>(
  walk: FacebookWalk,
  id: string,
  fields: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const answer = await askGraph(walk, { path: encodeURIComponent(id), parameters: { fields } });
  return answer.status >= 300 ? null : (schema.safeParse(answer.body).data ?? null);
}

/** Deletes an object, public or not. An object that is gone is fine. */
export async function deleteObject(walk: FacebookWalk, id: string): Promise<void> {
  const { status, body } = await askGraph(walk, { method: 'DELETE', path: encodeURIComponent(id) });
  const error = errorIn(body);
  if (status >= 300 && error !== '100/33') throw new Error(`${id}: the removal was answered ${status} (${error})`);
}
