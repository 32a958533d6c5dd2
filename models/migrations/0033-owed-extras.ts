import type { Migration } from './Migration';

/** A published job can owe extras of its post: where its run is lost, another one goes on with them. */
export const owedExtras: Migration = {
  name: '0033-owed-extras',
  up: `
ALTER TABLE assignments ADD COLUMN owes_extras boolean NOT NULL DEFAULT false;
DROP INDEX assignments_open;
CREATE INDEX assignments_open ON assignments (updated_at)
  WHERE status IN ('pending', 'uploading', 'uploaded', 'processing') OR cleanup = 'due' OR owes_extras;
`,
  down: `
DROP INDEX assignments_open;
CREATE INDEX assignments_open ON assignments (updated_at)
  WHERE status IN ('pending', 'uploading', 'uploaded', 'processing') OR cleanup = 'due';
ALTER TABLE assignments DROP COLUMN owes_extras;
`,
};
