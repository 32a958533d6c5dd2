import { readText } from '../app/readText';

/** The channel that a link to the form names. */
export interface ComposeSearch {
  connectionId?: string;
}

export function readComposeSearch(given: Record<string, unknown>): ComposeSearch {
  return readText(given, 'connectionId');
}
