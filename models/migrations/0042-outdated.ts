import type { Migration } from './Migration';

/** The source of an assignment serves a newer version of its media, which is to be brought (domain/assignment/snapshot.ts). */
export const outdated: Migration = {
  name: '0042-outdated',
  up: 'ALTER TABLE assignments ADD COLUMN is_outdated boolean NOT NULL DEFAULT false;',
  down: 'ALTER TABLE assignments DROP COLUMN is_outdated;',
};
