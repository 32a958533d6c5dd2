import type { Request } from 'express';
import { listParameter } from '../http/query';
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

/**
 * The parameter `part`. Looks at `fields` as well: a wrong one is refused before anything happens.
 * Throws 400 missingRequiredParameter, unknownPart, invalidParameter.
 */
export function readParts(req: Request, known: readonly string[]): string[] {
  const parts = listParameter(req, 'part');
  if (parts.length === 0) throw missingParameter('part');
  const unknown = parts.filter((part) => !known.includes(part));
  if (unknown.length > 0) throw refuse('unknownPart', { message: unknown.join(', ') });
  readFields(req);
  return parts;
}

/** The error of a call that needs a parameter (recorded bodies say `required`, not what the list of errors says). */
export function missingParameter(location: string): Refused {
  const message = `Required parameter: ${location}`;
  return refuse('missingRequiredParameter', { domain: 'global', reason: 'required', location, message });
}

/** The error of a list call that does not say which resources it wants. */
export function missingFilter(filters: string): Refused {
  const message = `No filter selected. Expected one of: ${filters}`;
  return refuse('missingRequiredParameter', { location: 'parameters.', message });
}
