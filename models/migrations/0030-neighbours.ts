import type { Migration } from './Migration';

/** A start that had a place at once: as long as its workspace has no backlog, one of another workspace leaves room for it. */
export const neighbours: Migration = {
  name: '0030-neighbours',
  up: `
ALTER TABLE outbox ADD COLUMN is_at_once boolean NOT NULL DEFAULT false;
CREATE INDEX outbox_at_once ON outbox (created_at) WHERE is_at_once;
`,
  down: 'ALTER TABLE outbox DROP COLUMN is_at_once',
};
