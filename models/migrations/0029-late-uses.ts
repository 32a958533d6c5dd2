import type { Migration } from './Migration';

/** A file that a published post came to refer to, by an update, is kept for its own time. */
export const lateUses: Migration = {
  name: '0029-late-uses',
  up: 'ALTER TABLE upload_uses ADD COLUMN is_late boolean NOT NULL DEFAULT false',
  down: 'ALTER TABLE upload_uses DROP COLUMN is_late',
};
