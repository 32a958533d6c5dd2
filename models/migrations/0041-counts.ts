import type { Migration } from './Migration';

/** The counts and clocks of an assignment name the work that they belong to (domain/assignment/snapshot.ts). */
export const counts: Migration = {
  name: '0041-counts',
  up: `
ALTER TABLE assignments DROP COLUMN tries, DROP COLUMN tries_began_at, DROP COLUMN last_failure, DROP COLUMN processing_since;
ALTER TABLE assignments ADD COLUMN tries jsonb, ADD COLUMN refusals jsonb, ADD COLUMN busy jsonb;`,
  down: `
ALTER TABLE assignments DROP COLUMN tries, DROP COLUMN refusals, DROP COLUMN busy;
ALTER TABLE assignments ADD COLUMN tries integer NOT NULL DEFAULT 0, ADD COLUMN tries_began_at timestamptz,
  ADD COLUMN last_failure jsonb, ADD COLUMN processing_since timestamptz;`,
};
