import type { GraphCall } from './graph/call';
import type { Field } from './graph/fields';

/** As Facebook writes times: `2026-11-22T10:00:00+0000`. */
export function timeText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}+0000`;
}

/** An edge of which only the number is modelled: no entries, and a summary where the field asks for one. */
export function countEdge(count: number, isSummaryAsked: boolean): object {
  return { data: [], ...(isSummaryAsked && { summary: { total_count: count } }) };
}

export const asksForSummary = ({ modifiers }: Field): boolean => modifiers.has('summary');

/** The origin of the sandbox, as the caller has it. */
export const originOf = ({ req }: Pick<GraphCall, 'req'>): string => `${req.protocol}://${req.get('host')}`;
