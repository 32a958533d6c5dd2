import type { Request, Response } from 'express';
import { listParameter, queryOf } from '../../http/query';
import { authorizeAccount } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { readFilter, readParts } from '../parts';
import { withEtag } from '../present';
import { spendUnits } from '../quota';
import { sendList } from '../send';

const assignableTitles = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
};
/** Categories of YouTube's own lists, in which nobody can put a video. */
const otherTitles = { 18: 'Short Movies', 21: 'Videoblogging', 30: 'Movies', 43: 'Shows', 44: 'Trailers' };
/** Assumed: that it is offered in the United States alone. */
const onlyInUs = { 29: 'Nonprofits & Activism' };

interface Category {
  readonly id: string;
  readonly title: string;
  readonly assignable: boolean;
  readonly isEverywhere: boolean;
}

const listed = (titles: Readonly<Record<string, string>>, assignable: boolean, isEverywhere: boolean): Category[] =>
  Object.entries(titles).map(([id, title]) => ({ id, title, assignable, isEverywhere }));

export const categories: readonly Category[] = [
  ...listed(assignableTitles, true, true),
  ...listed(onlyInUs, true, false),
  ...listed(otherTitles, false, true),
];

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * videoCategories.list: 1 unit. By ids, or of a region; titles are in English whatever `hl` says.
 * Throws 400 missingRequiredParameter, incompatibleParameters, invalidRegionCode; 404 videoCategoryNotFound.
 */
export function listVideoCategories(context: YoutubeContext, req: Request, res: Response): void {
  authorizeAccount(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, ['id', 'snippet']);
  const query = queryOf(req);
  const filter = readFilter(req, ['id', 'regionCode']);
  if (!isNamed(languages, query.get('hl') ?? 'en')) throw refuse('invalidLanguage');
  const found = filter === 'id' ? byId(listParameter(req, 'id')) : ofRegion(query.get('regionCode') ?? '');
  const items = found.map(({ id, title, assignable }) =>
    withEtag({
      kind: 'youtube#videoCategory',
      id,
      ...(parts.includes('snippet') && { snippet: { title, assignable, channelId: 'UCBR8-60-B28hp2BmDPdntcQ' } }),
    }),
  );
  sendList(req, res, 'youtube#videoCategoryListResponse', items, {
    totalResults: items.length,
    resultsPerPage: items.length,
  });
}

function byId(ids: readonly string[]): Category[] {
  const found = categories.filter(({ id }) => ids.includes(id));
  if (found.length === 0) throw refuse('videoCategoryNotFound');
  return found;
}

function ofRegion(code: string): Category[] {
  if (!/^[A-Za-z]{2}$/.test(code) || !isNamed(regions, code.toUpperCase())) throw refuse('invalidRegionCode');
  return categories.filter(({ isEverywhere }) => isEverywhere || code.toUpperCase() === 'US');
}

function isNamed(names: Intl.DisplayNames, code: string): boolean {
  try {
    return names.of(code) !== undefined;
  } catch {
    return false;
  }
}
