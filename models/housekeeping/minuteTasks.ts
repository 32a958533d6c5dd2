/**
 * Work that comes more often than each hour. One worker at a time does each task, under a lease in the database
 * (docs/decisions/0047-minute-tasks-under-a-lease.md): as schedules of Temporal these tasks would be 7,200 runs a day in the
 * list of runs. A task comes at each `offsetSeconds` after a multiple of `everySeconds`, away from whole minutes, at which
 * posts are due.
 */
export const minuteTasks = {
  reconcile: {
    everySeconds: 15,
    offsetSeconds: 8,
    note: 'Finds assignments, webhook deliveries, mails and removals that have lost their workflow and lets them go on in another one',
  },
  'fold-statistics': {
    everySeconds: 60,
    offsetSeconds: 41,
    note: 'Adds up what transitions have noted for the statistics, so that they stay fast to read',
  },
  'read-pictures': {
    everySeconds: 15,
    offsetSeconds: 4,
    note: 'Reads the pictures of posts that were created, changed or published and of channels that were connected, and pictures that are a month old',
  },
  'read-posts': {
    everySeconds: 900,
    offsetSeconds: 625,
    note: 'Reads the numbers of published posts whose time has come: 1, 6 and 24 hours after publication, then daily, later weekly',
  },
} as const;

export type MinuteTaskName = keyof typeof minuteTasks;

/** Tells whether a word is the name of a minute task. */
export function isMinuteTask(name: string): name is MinuteTaskName {
  return Object.hasOwn(minuteTasks, name);
}

export const minuteTaskNames: readonly MinuteTaskName[] = Object.keys(minuteTasks).filter(isMinuteTask);
