import { useId as useReactId } from 'react';

/**
 * The id of a field or a dialog, in place of Mantine's hook of this name (vite.config.mts). Mantine gives each another id
 * once it is drawn, so that all of them are drawn twice, one right after the other.
 * @param given the id that somebody has chosen
 */
export function useId(given?: string): string {
  const own = useReactId();
  return given ?? `mantine-${own}`;
}
