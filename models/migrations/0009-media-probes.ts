import type { Migration } from './Migration';

/** What a probe has found of a medium is kept, so that the next try of its transfer does not read the source for it again. */
export const mediaProbes: Migration = {
  name: '0009-media-probes',
  up: 'ALTER TABLE uploads ADD COLUMN probe jsonb',
  down: 'ALTER TABLE uploads DROP COLUMN probe',
};
