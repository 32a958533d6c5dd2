import type { Migration } from './Migration';

/** An invitation knows who has invited: it counts as long as they may invite. */
export const inviters: Migration = {
  name: '0024-inviters',
  up: `
ALTER TABLE invitations ADD COLUMN invited_by uuid REFERENCES users ON DELETE SET NULL;
`,
  down: `
ALTER TABLE invitations DROP COLUMN invited_by;
`,
};
