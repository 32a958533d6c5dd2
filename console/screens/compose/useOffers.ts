import { useQueries } from '@tanstack/react-query';
import { capabilitiesQuery } from '../../payload/fields';
import type { Offers } from './offers';

/** A platform whose types are not known: they are being read, or could not be. */
export interface UnreadPlatform {
  platform: string;
  /** Null: it is being read. */
  error: Error | null;
  onRetry: () => void;
}

/** The types of these platforms, and the platforms whose types are not known. */
export function useOffers(platforms: readonly string[]): { offers: Offers; unread: UnreadPlatform[] } {
  const queries = useQueries({ queries: platforms.map((platform) => capabilitiesQuery(platform)) });
  const reads = platforms.flatMap((platform, place) => (queries[place] ? [{ platform, query: queries[place] }] : []));
  return {
    offers: Object.fromEntries(
      reads.flatMap(({ platform, query: { data } }) => (data ? [[platform, data.contentTypes]] : [])),
    ),
    unread: reads
      .filter(({ query: { data } }) => !data)
      .map(({ platform, query: { error, refetch } }) => ({ platform, error, onRetry: () => void refetch() })),
  };
}
