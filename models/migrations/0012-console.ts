import type { Migration } from './Migration';

/**
 * Adds the creator of an assignment and of a ticket, and columns and indexes by which the console filters, searches and
 * sorts its list of assignments (docs/decisions/0023-lists-of-a-million.md).
 */
export const consoleLists: Migration = {
  name: '0012-console',
  up: `
CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE oauth_tickets ADD COLUMN created_by uuid REFERENCES users ON DELETE SET NULL;
ALTER TABLE assignments
  ADD COLUMN created_by uuid REFERENCES users ON DELETE SET NULL,
  ADD COLUMN title text GENERATED ALWAYS AS
    (left(coalesce(payload->>'title', payload->>'message', payload->>'description'), 255)) STORED;

CREATE INDEX assignments_newest_of_organization ON assignments (organization_id, created_at DESC, id DESC);
CREATE INDEX assignments_by_status ON assignments (organization_id, status, created_at DESC, id DESC);
CREATE INDEX assignments_by_type ON assignments (organization_id, type, platform, status, created_at DESC);
CREATE INDEX assignments_by_schedule ON assignments (organization_id, scheduled_at, id);
CREATE INDEX assignments_by_publication ON assignments (organization_id, published_at, id);
CREATE INDEX assignments_by_status_and_schedule ON assignments (organization_id, status, scheduled_at, id);
CREATE INDEX assignments_by_status_and_publication ON assignments (organization_id, status, published_at, id);
CREATE INDEX assignments_by_text ON assignments
  USING gin (lower(coalesce(title, '') || chr(10) || coalesce(external_id, '')) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
CREATE STATISTICS assignments_tenancy (dependencies) ON workspace_id, organization_id FROM assignments;
CREATE INDEX credit_entries_by_assignment ON credit_entries (assignment_id) WHERE assignment_id IS NOT NULL;
`,
  down: `
DROP INDEX credit_entries_by_assignment;
DROP STATISTICS assignments_tenancy;
DROP INDEX assignments_newest_of_organization, assignments_by_status, assignments_by_type, assignments_by_schedule,
  assignments_by_publication, assignments_by_status_and_schedule, assignments_by_status_and_publication, assignments_by_text;
ALTER TABLE assignments DROP COLUMN title, DROP COLUMN created_by;
ALTER TABLE oauth_tickets DROP COLUMN created_by;
DROP EXTENSION pg_trgm;
`,
};
