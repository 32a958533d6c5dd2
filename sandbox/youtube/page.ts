import type { Request } from 'express';
import { queryOf } from '../http/query';
import { refuse } from './errors';

/** The facts about its page in the answer of a list. */
export interface PageInfo {
  readonly totalResults: number;
  /** As many as were asked for; the last page may have fewer. */
  readonly resultsPerPage: number;
  readonly nextPageToken?: string;
  readonly prevPageToken?: string;
}

const usual = { countDefault: 5, countMax: 50 };

/**
 * The page that a request asks for with `maxResults` and `pageToken`: 0 to 50 items, 5 by default (reference pages of
 * `channels.list` and `playlistItems.list`). Throws 400 invalidParameter, invalidPageToken.
 */
export function pageOf<T>(req: Request, all: readonly T[], counts = usual): { items: readonly T[]; info: PageInfo } {
  const query = queryOf(req);
  const count = readCount(query.get('maxResults'), counts);
  const offset = readOffset(query.get('pageToken'));
  const info = {
    totalResults: all.length,
    resultsPerPage: count,
    ...(offset + count < all.length && { nextPageToken: pageToken(offset + count) }),
    ...(offset > 0 && { prevPageToken: pageToken(Math.max(0, offset - count)) }),
  };
  return { items: all.slice(offset, offset + count), info };
}

const pageToken = (offset: number) => Buffer.from(`at:${offset}`).toString('base64url');

function readCount(text: string | null, { countDefault, countMax }: typeof usual): number {
  const count = Number(text ?? countDefault);
  if (Number.isInteger(count) && count >= 0 && count <= countMax) return count;
  const message = 'Invalid value for maxResults';
  throw refuse('unexpectedParameter', { reason: 'invalidParameter', location: 'maxResults', message });
}

function readOffset(token: string | null): number {
  if (token === null) return 0;
  const [, offset] = /^at:(\d{1,9})$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (offset === undefined) throw refuse('invalidPageToken');
  return Number(offset);
}
