import type { Migration } from './Migration';

/**
 * An object that a platform does not find is judged by its age and by how long it has been absent. Past the point of no
 * return a job replaces what is gone once.
 */
export const absences: Migration = {
  name: '0035-absences',
  up: `
ALTER TABLE assignments ADD COLUMN absent_since timestamptz, ADD COLUMN is_replaced boolean NOT NULL DEFAULT false;
ALTER TABLE uploads ADD COLUMN made_at timestamptz NOT NULL DEFAULT clock_timestamp();
ALTER TABLE drafts ADD COLUMN made_at timestamptz NOT NULL DEFAULT clock_timestamp();
UPDATE uploads SET made_at = updated_at;
UPDATE drafts SET made_at = updated_at;
`,
  down: `
ALTER TABLE drafts DROP COLUMN made_at;
ALTER TABLE uploads DROP COLUMN made_at;
ALTER TABLE assignments DROP COLUMN absent_since, DROP COLUMN is_replaced;
`,
};
