import { csvLine } from '../../transactions/csv';
import type { StatsHistoryFound } from './historyOf';
import { pointFields } from './schema';
import type { StatsHistory } from './schema';

export function presentHistory({ points, ...found }: StatsHistoryFound): StatsHistory {
  return { ...found, points: points.map(({ at, ...figures }) => ({ at: at.toISOString(), ...figures })) };
}

/** A header line, then one line for each reading, with its fields in their order. */
export async function* presentHistoryExport(found: StatsHistoryFound): AsyncGenerator<string> {
  const { points } = presentHistory(found);
  const lines = points.map(({ at, views, likes, comments, shares, reach, watchTimeSeconds }) =>
    csvLine([at, views, likes, comments, shares, reach, watchTimeSeconds]),
  );
  yield csvLine(pointFields) + lines.join('');
}
