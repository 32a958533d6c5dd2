import type { Migration } from './Migration';

/** Connections and tickets know the account of the platform that has given their tokens: to revoke one of them ends them all. */
export const platformAccounts: Migration = {
  name: '0007-platform-accounts',
  up: `
ALTER TABLE connections ADD COLUMN platform_account text;
CREATE INDEX connections_by_account ON connections (platform, platform_account);
DROP INDEX connections_by_channel;
ALTER TABLE oauth_tickets ADD COLUMN platform_account text;
`,
  down: `
ALTER TABLE oauth_tickets DROP COLUMN platform_account;
CREATE INDEX connections_by_channel ON connections (platform, external_platform_id);
DROP INDEX connections_by_account;
ALTER TABLE connections DROP COLUMN platform_account;
`,
};
