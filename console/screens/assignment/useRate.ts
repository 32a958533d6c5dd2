import { useState } from 'react';
import { useNow } from '../../parts/useNow';
import { rateOf, withSample } from './rate';
import type { Sample } from './rate';

/** While nothing is sent, nothing is drawn again for it. */
const restingMs = 60_000;

/** Bytes a second over the last seconds; null while that is not known. @param transferred null: nothing is under way */
export function useRate(transferred: number | null): number | null {
  const atMs = useNow(transferred === null ? restingMs : undefined);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const latest = samples.at(-1);
  if (transferred === null) {
    if (latest) setSamples([]);
    return null;
  }
  // Another upload begins anew.
  const known = latest && latest.transferred > transferred ? [] : samples;
  if (latest?.atMs !== atMs) setSamples(withSample(known, { atMs, transferred }));
  return rateOf(known);
}
