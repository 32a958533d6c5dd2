import type { Migration } from './Migration';

/**
 * An assignment names its next work, and from when on (models/assignments/store/changedColumns.ts). Of assignments that are open when this is
 * applied it says about when.
 */
export const next: Migration = {
  name: '0044-next',
  up: `
ALTER TABLE assignments ADD COLUMN next_work text, ADD COLUMN next_at timestamptz;
UPDATE assignments SET next_work = CASE WHEN owes_extras THEN 'complete' WHEN cleanup = 'due' THEN 'cleanUp'
  ELSE CASE status WHEN 'processing' THEN 'publish' WHEN 'uploaded' THEN 'prepare' ELSE 'upload' END END,
  next_at = CASE WHEN cleanup = 'due' THEN NULL ELSE CASE status
    WHEN 'pending' THEN greatest(scheduled_at - make_interval(secs => prepare_ahead_seconds), prepare_again_at)
    WHEN 'uploading' THEN prepare_again_at
    WHEN 'uploaded' THEN greatest(CASE WHEN prepared_at IS NOT NULL THEN scheduled_at - interval '1 minute' END, prepare_again_at) END END
  WHERE status IN ('pending', 'uploading', 'uploaded', 'processing') OR cleanup = 'due' OR owes_extras;
DROP INDEX assignments_open;`,
  down: `
CREATE INDEX assignments_open ON assignments (updated_at)
  WHERE status IN ('pending', 'uploading', 'uploaded', 'processing') OR cleanup = 'due' OR owes_extras;
ALTER TABLE assignments DROP COLUMN next_work, DROP COLUMN next_at;`,
};

/** Built while the table is in use. */
export const nextIndex: Migration = {
  name: '0045-next-index',
  indexes: [{ name: 'assignments_next', on: 'ON assignments (next_at) WHERE next_work IS NOT NULL' }],
};
