import type { Migration } from './Migration';

/** Adds the state of each invitation's mail. A token stays sealed for as long as its mail is pending, and no longer. */
export const mails: Migration = {
  name: '0011-mails',
  up: `
ALTER TABLE invitations
  ADD COLUMN mail_status text NOT NULL DEFAULT 'pending' CHECK (mail_status IN ('pending', 'sent', 'refused')),
  ADD COLUMN mail_round integer NOT NULL DEFAULT 1,
  ADD COLUMN mail_lease_until timestamptz,
  ADD COLUMN mail_ended_at timestamptz,
  ADD COLUMN mail_error text,
  ADD CONSTRAINT invitations_mail_ended CHECK ((mail_status = 'pending') = (mail_ended_at IS NULL)),
  ADD CONSTRAINT invitations_mail_sealed CHECK (mail_status = 'pending' OR sealed_token IS NULL);
CREATE INDEX invitations_sealed ON invitations (id) WHERE sealed_token IS NOT NULL;
`,
  down: `
DROP INDEX invitations_sealed;
ALTER TABLE invitations
  DROP COLUMN mail_status,
  DROP COLUMN mail_round,
  DROP COLUMN mail_lease_until,
  DROP COLUMN mail_ended_at,
  DROP COLUMN mail_error;
`,
};
