import type { Migration } from './Migration';

/**
 * An object that a platform does not find is judged by its age and by how long it has been absent. Past the point of no
 * return a job replaces what is gone once. A newer version of a medium is brought to the platform beside the one that is
 * prepared, and takes its place when it is whole; from then on the older one is beside it until it is removed.
 */
export const absentAndNewer: Migration = {
  name: '0035-absent-and-newer',
  up: `
ALTER TABLE assignments ADD COLUMN absent_since timestamptz, ADD COLUMN is_replaced boolean NOT NULL DEFAULT false,
  ADD COLUMN media_warnings jsonb;
ALTER TABLE uploads ADD COLUMN made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN spare_session text, ADD COLUMN spare_object_id text, ADD COLUMN spare_source jsonb, ADD COLUMN spare_made_at timestamptz;
ALTER TABLE drafts ADD COLUMN made_at timestamptz NOT NULL DEFAULT clock_timestamp();
UPDATE uploads SET made_at = updated_at;
UPDATE drafts SET made_at = updated_at;
`,
  down: `
ALTER TABLE drafts DROP COLUMN made_at;
ALTER TABLE uploads DROP COLUMN made_at, DROP COLUMN spare_session, DROP COLUMN spare_object_id, DROP COLUMN spare_source,
  DROP COLUMN spare_made_at;
ALTER TABLE assignments DROP COLUMN absent_since, DROP COLUMN is_replaced, DROP COLUMN media_warnings;
`,
};
