import { paced } from '../domain/pace';

/** A run that was in order is looked at again after this time. */
const freshMs = () => paced(60_000);

/** The runs that this process has lately found in order. Temporal need not be asked about them again. */
export interface RecentLooks {
  has: (workflowId: string) => boolean;
  add: (workflowId: string) => void;
  /** The next look is at every run. */
  forget: () => void;
}

export function createRecentLooks(): RecentLooks {
  /** When each run was looked at, the earliest look first. */
  const looks = new Map<string, number>();
  const isFresh = (atMs: number | undefined): boolean => atMs !== undefined && performance.now() - atMs < freshMs();

  function dropOld(): void {
    for (const [workflowId, atMs] of looks) {
      if (isFresh(atMs)) return;
      looks.delete(workflowId);
    }
  }

  return {
    has: (workflowId) => isFresh(looks.get(workflowId)),
    add: (workflowId) => {
      dropOld();
      looks.delete(workflowId);
      looks.set(workflowId, performance.now());
    },
    forget: () => looks.clear(),
  };
}
