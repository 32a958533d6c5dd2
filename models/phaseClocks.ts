/** The counters and clocks of a phase, columns of `assignments`, as they are when a phase begins. */
const beginnings = {
  tries: '0',
  tries_began_at: 'NULL',
  last_failure: 'NULL',
  processing_since: 'NULL',
  absent_since: 'NULL',
} as const;

/**
 * SQL of an UPDATE of `assignments`: a phase of the job ends, and its counters and clocks with it. Each statement that ends
 * one has it: a transition, the last byte, a preparation that is done or waits, an edit that begins another run, a retry,
 * an outcome that is known, the end of a clean-up. So no limit counts what another phase has begun.
 */
export const phaseEnds = Object.entries(beginnings)
  .map(([column, value]) => `${column} = ${value}`)
  .join(', ');

/** The same, where a condition holds. @param condition SQL */
export function phaseEndsIf(condition: string): string {
  return Object.entries(beginnings)
    .map(([column, value]) => `${column} = CASE WHEN ${condition} THEN ${value} ELSE ${column} END`)
    .join(', ');
}
