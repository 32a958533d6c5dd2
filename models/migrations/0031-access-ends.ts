import type { Migration } from './Migration';

/** Some platforms end the access to a channel at a time that no renewal moves. The next renewal of each connection tells it. */
export const accessEnds: Migration = {
  name: '0031-access-ends',
  up: 'ALTER TABLE connections ADD COLUMN access_ends_at timestamptz',
  down: 'ALTER TABLE connections DROP COLUMN access_ends_at',
};
