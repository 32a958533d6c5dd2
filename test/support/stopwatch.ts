/** The difference between two clocks, and the error of a time that is rounded to a whole millisecond. */
const grainMs = 5;

/**
 * For a time that is set after this call and read before the next look: so much of it may have passed, however slow the
 * machine is.
 * @returns the milliseconds since this call
 */
export function stopwatch(): () => number {
  const beganAtMs = performance.now();
  return () => performance.now() - beganAtMs + grainMs;
}
