import type { Migration } from './Migration';

/** A line of the timeline knows how many tries failed while the job had that status, and why the latest did. */
export const failedTries: Migration = {
  name: '0026-failed-tries',
  up: `
ALTER TABLE assignment_events
  ADD COLUMN failed_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN latest_failures jsonb NOT NULL DEFAULT '[]';
`,
  down: `
ALTER TABLE assignment_events DROP COLUMN failed_tries, DROP COLUMN latest_failures;
`,
};
