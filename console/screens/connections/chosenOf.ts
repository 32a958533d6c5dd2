import { needsAttention } from '../../resources/connections/attention';
import type { ConnectionRow } from '../../resources/connections/queries';

/** The channels whose name, handle or platform has these words; channels that need attention come first. Pure. */
export function chosenOf(connections: readonly ConnectionRow[], search: string): ConnectionRow[] {
  const words = search.trim().toLowerCase();
  const fitting = connections.filter(({ name, platform, metadata }) =>
    [name, platform, metadata.handle ?? ''].some((text) => text.toLowerCase().includes(words)),
  );
  return [...fitting.filter(needsAttention), ...fitting.filter((one) => !needsAttention(one))];
}
