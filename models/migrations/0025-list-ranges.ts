import type { Migration } from './Migration';

/**
 * The indexes of the console's list have the other times, too. PostgreSQL judges a range of them there, and visits no row
 * that lies outside of it (docs/decisions/0023-lists-of-a-million.md). Of the texts it samples more: of 100,
 * its default, often none has a word that one post in thirty has, and the plan is then made for a rare word.
 */
export const listRanges: Migration = {
  name: '0025-list-ranges',
  up: `
DROP INDEX assignments_newest_of_organization, assignments_by_status, assignments_by_type, assignments_by_schedule,
  assignments_by_publication, assignments_by_status_and_schedule, assignments_by_status_and_publication;
CREATE INDEX assignments_newest_of_organization ON assignments
  (organization_id, created_at DESC, id DESC, scheduled_at);
CREATE INDEX assignments_by_status ON assignments
  (organization_id, status, created_at DESC, id DESC, scheduled_at);
CREATE INDEX assignments_by_type ON assignments
  (organization_id, type, platform, status, created_at DESC, scheduled_at);
CREATE INDEX assignments_by_schedule ON assignments
  (organization_id, scheduled_at, id, created_at);
CREATE INDEX assignments_by_publication ON assignments
  (organization_id, published_at, id, created_at, scheduled_at);
CREATE INDEX assignments_by_status_and_schedule ON assignments
  (organization_id, status, scheduled_at, id, created_at);
CREATE INDEX assignments_by_status_and_publication ON assignments
  (organization_id, status, published_at, id, created_at, scheduled_at);
ALTER INDEX assignments_by_text ALTER COLUMN 1 SET STATISTICS 300;
`,
  down: `
ALTER INDEX assignments_by_text ALTER COLUMN 1 SET STATISTICS DEFAULT;
DROP INDEX assignments_newest_of_organization, assignments_by_status, assignments_by_type, assignments_by_schedule,
  assignments_by_publication, assignments_by_status_and_schedule, assignments_by_status_and_publication;
CREATE INDEX assignments_newest_of_organization ON assignments (organization_id, created_at DESC, id DESC);
CREATE INDEX assignments_by_status ON assignments (organization_id, status, created_at DESC, id DESC);
CREATE INDEX assignments_by_type ON assignments (organization_id, type, platform, status, created_at DESC);
CREATE INDEX assignments_by_schedule ON assignments (organization_id, scheduled_at, id);
CREATE INDEX assignments_by_publication ON assignments (organization_id, published_at, id);
CREATE INDEX assignments_by_status_and_schedule ON assignments (organization_id, status, scheduled_at, id);
CREATE INDEX assignments_by_status_and_publication ON assignments (organization_id, status, published_at, id);
`,
};
