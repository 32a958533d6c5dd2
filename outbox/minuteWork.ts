import type { MinuteTaskName } from '../models/housekeeping/minuteTasks';
import { foldStatistics } from '../models/statistics/foldStatistics';
import type { MinuteRun, MinuteWork } from './minuteTasks';
import { createRecentLooks } from './recentLooks';
import { reconcile } from './reconcile';
import type { ReconcileDeps } from './reconcile';

/** Changes that one statement adds up. */
const batchSize = 1000;

export interface MinuteWorkDeps extends ReconcileDeps {
  /** Resolves as soon as no post of this process is due at this second. */
  standBack: () => Promise<void>;
  /** Tasks that ask the outside: `activities/` has them. */
  outside: Readonly<
    Record<'read-pictures' | 'read-posts', (run: Pick<MinuteRun, 'goOn' | 'signal'>) => Promise<object>>
  >;
}

/** The work of each minute task. Each may be done at any time, and twice at the same time. */
export function createMinuteWork(deps: MinuteWorkDeps): Readonly<Record<MinuteTaskName, MinuteWork>> {
  const looks = createRecentLooks();
  return {
    reconcile: async ({ isAsked, goOn }) => {
      if (isAsked) looks.forget();
      return reconcile({ ...deps, looks }, 'recent', goOn);
    },
    ...deps.outside,
    'fold-statistics': async ({ goOn }) => {
      for (let changes = 0; ;) {
        await deps.standBack();
        await goOn();
        const folded = await foldStatistics(batchSize);
        changes += folded;
        if (folded < batchSize) return { changes };
      }
    },
  };
}
