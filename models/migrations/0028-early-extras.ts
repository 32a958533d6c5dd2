import type { Migration } from './Migration';

/** An extra that was tried before the point of no return of its job is tried anew after it. */
export const earlyExtras: Migration = {
  name: '0028-early-extras',
  up: 'ALTER TABLE post_extras ADD COLUMN is_early boolean NOT NULL DEFAULT false',
  down: 'ALTER TABLE post_extras DROP COLUMN is_early',
};
