import { readText } from '../app/readText';

/** What a link to the form names. */
export interface ComposeSearch {
  /** The channel to publish to. */
  connectionId?: string;
  /** The assignment whose content the form begins with. */
  from?: string;
}

export function readComposeSearch(given: Record<string, unknown>): ComposeSearch {
  return { ...readText(given, 'connectionId'), ...readText(given, 'from') };
}
