import type { Migration } from './Migration';

/** Keeps the findings of a medium's probe, so that its next transfer does not read the source for them again. */
export const mediaProbes: Migration = {
  name: '0009-media-probes',
  up: 'ALTER TABLE uploads ADD COLUMN probe jsonb',
  down: 'ALTER TABLE uploads DROP COLUMN probe',
};
