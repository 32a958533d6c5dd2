import { readText } from '../../parts/readText';

/** The things that a link to the form may name. */
export interface ComposeSearch {
  /** The channel to publish to. */
  connectionId?: string;
  /** The assignment whose content the form begins with. */
  from?: string;
  /** The time of the post. */
  at?: string;
}

export function readComposeSearch(given: Record<string, unknown>): ComposeSearch {
  return { ...readText(given, 'connectionId'), ...readText(given, 'from'), ...readText(given, 'at') };
}
