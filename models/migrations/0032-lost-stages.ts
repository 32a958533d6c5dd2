import type { Migration } from './Migration';

/** A call that staged and whose answer was lost may have made a draft that no row names. */
export const lostStages: Migration = {
  name: '0032-lost-stages',
  up: `
ALTER TABLE publish_attempts ADD COLUMN is_lost boolean NOT NULL DEFAULT false;
CREATE INDEX publish_attempts_lost ON publish_attempts (assignment_id) WHERE is_lost;
`,
  down: 'ALTER TABLE publish_attempts DROP COLUMN is_lost',
};
