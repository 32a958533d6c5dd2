import type { Migration } from './Migration';

/**
 * A draft that another one has replaced stays noted until it is removed. The payload of a draft is null while nobody knows
 * which one the platform has.
 */
export const replacedDrafts: Migration = {
  name: '0027-replaced-drafts',
  up: `
ALTER TABLE drafts ADD COLUMN replaced text[] NOT NULL DEFAULT '{}', ALTER COLUMN payload DROP NOT NULL;
`,
  down: `
UPDATE drafts SET payload = '{}' WHERE payload IS NULL;
ALTER TABLE drafts DROP COLUMN replaced, ALTER COLUMN payload SET NOT NULL;
`,
};
