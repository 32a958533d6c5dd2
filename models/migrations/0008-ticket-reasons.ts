import type { Migration } from './Migration';

/** A ticket that makes no connection may say why, in a sentence for the channel's owner. */
export const ticketReasons: Migration = {
  name: '0008-ticket-reasons',
  up: `
ALTER TABLE oauth_tickets ADD COLUMN reason text;
ALTER TABLE oauth_tickets ADD CHECK (reason IS NULL OR error IS NOT NULL);
`,
  down: `
ALTER TABLE oauth_tickets DROP COLUMN reason;
`,
};
