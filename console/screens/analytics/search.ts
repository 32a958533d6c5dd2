import { statisticsDaysDefault } from '../../../domain/statistics';
import { readText } from '../../parts/readText';

/** The spans that a user can choose, in days. */
export const spans = [7, 30, 90, 365] as const;

/** The parameters of the figures in the address. */
export interface AnalyticsSearch {
  days?: (typeof spans)[number];
  connectionId?: string;
}

export function readAnalyticsSearch(given: Record<string, unknown>): AnalyticsSearch {
  const days = spans.find((span) => span === Number(given['days']));
  return { ...(days && days !== statisticsDaysDefault && { days }), ...readText(given, 'connectionId') };
}
