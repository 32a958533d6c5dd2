import type { Migration } from './Migration';

/** Adds the extras of a post, such as its thumbnail: the tries to set each, and the reason if it was given up. */
export const postExtras: Migration = {
  name: '0014-post-extras',
  up: `
CREATE TABLE post_extras (
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  field text NOT NULL,
  value text NOT NULL,
  post_id text NOT NULL,
  nth integer NOT NULL DEFAULT 1,
  tries integer NOT NULL DEFAULT 1,
  lease_until timestamptz NOT NULL,
  done_at timestamptz,
  warning text CHECK (warning IS NULL OR done_at IS NULL),
  PRIMARY KEY (assignment_id, field)
);
`,
  down: 'DROP TABLE post_extras',
};
