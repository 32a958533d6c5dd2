import type { Migration } from './Migration';

/**
 * Each write to an assignment counts its `version`: who has read the row and decides on it writes only if nobody else has
 * meanwhile (models/assignments/store/storeChange.ts). A statement that has waited for the row sees in `is_first_attempt_open` what was
 * committed meanwhile: whether a webhook of the assignment has not ended its first attempt.
 */
export const version: Migration = {
  name: '0040-version',
  up: `
ALTER TABLE assignments ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN NEW.version := OLD.version + 1; RETURN NEW; END';
CREATE FUNCTION is_first_attempt_open(uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS
  'BEGIN RETURN EXISTS (SELECT 1 FROM webhook_deliveries WHERE assignment_id = $1 AND first_attempt_ended_at IS NULL); END';
CREATE TRIGGER assignments_version BEFORE UPDATE ON assignments FOR EACH ROW EXECUTE FUNCTION count_version();`,
  down: `
DROP TRIGGER assignments_version ON assignments;
DROP FUNCTION count_version;
DROP FUNCTION is_first_attempt_open;
ALTER TABLE assignments DROP COLUMN version;`,
};
