import type { Request } from 'express';
import { listParameter, queryOf } from '../http/query';
import { refuse } from './errors';
import type { Refused } from './errors';
import { readFields } from './fields';

/** The documented parts of a resource. */
export const videoParts = [
  'contentDetails',
  'fileDetails',
  'id',
  'liveStreamingDetails',
  'localizations',
  'paidProductPlacementDetails',
  'player',
  'processingDetails',
  'recordingDetails',
  'snippet',
  'statistics',
  'status',
  'suggestions',
  'topicDetails',
];
export const channelParts = [
  'auditDetails',
  'brandingSettings',
  'contentDetails',
  'contentOwnerDetails',
  'id',
  'localizations',
  'snippet',
  'statistics',
  'status',
  'topicDetails',
];
export const playlistItemParts = ['contentDetails', 'id', 'snippet', 'status'];
export const captionParts = ['id', 'snippet'];
export const commentThreadParts = ['id', 'replies', 'snippet'];
export const playlistParts = ['contentDetails', 'id', 'localizations', 'player', 'snippet', 'status'];

/**
 * The parameter `part`. Looks at `fields` as well: a wrong value is refused before anything happens.
 * Throws 400 missingRequiredParameter, unknownPart, invalidParameter.
 */
export function readParts(req: Request, known: readonly string[]): string[] {
  if (!queryOf(req).has('part')) throw missingParameter('part');
  const parts = listParameter(req, 'part');
  const unknown = parts.filter((part) => !known.includes(part));
  // An empty `part` is a part without a name.
  if (parts.length === 0 || unknown.length > 0) throw refuse('unknownPart', { message: unknown.join(', ') });
  readFields(req);
  return parts;
}

/** The error of a call that needs a parameter (recorded bodies say `required`, unlike the list of errors). */
export function missingParameter(location: string): Refused {
  const message = `Required parameter: ${location}`;
  const place = { location, locationType: 'parameter' };
  return refuse('missingRequiredParameter', { domain: 'global', reason: 'required', message, ...place });
}

/**
 * The filter of a list call, which takes exactly one (reference pages of the list methods, "Filters"). A filter that is
 * sent as `false` counts, as recorded (github.com/eat-pray-ai/yutu/issues/215).
 * Throws 400 missingRequiredParameter, incompatibleParameters.
 */
export function readFilter<Filter extends string>(req: Request, filters: readonly Filter[]): Filter {
  const query = queryOf(req);
  const sent = filters.filter((name) => query.getAll(name).some((value) => value !== ''));
  const [filter, ...others] = sent;
  if (filter === undefined) {
    const message = `No filter selected. Expected one of: ${filters.join(', ')}`;
    throw refuse('missingRequiredParameter', { message });
  }
  if (others.length === 0) return filter;
  const message = `Incompatible parameters specified in the request: ${sent.join(', ')}`;
  throw refuse('incompatibleParameters', { message });
}
