import type { Migration } from './Migration';

/** The small picture of each post, and when it is read (next). A JPEG is not compressed once more. */
export const pictures: Migration = {
  name: '0015-pictures',
  up: `
CREATE TABLE post_pictures (
  assignment_id uuid PRIMARY KEY REFERENCES assignments ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  next_at timestamptz,
  failed_tries integer NOT NULL DEFAULT 0,
  read_at timestamptz,
  version text,
  bytes bytea CHECK (octet_length(bytes) <= 65536),
  CHECK (num_nulls(read_at, version, bytes) IN (0, 3))
);
ALTER TABLE post_pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX post_pictures_due ON post_pictures (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX post_pictures_of_connection ON post_pictures (connection_id, read_at) WHERE read_at IS NOT NULL;
CREATE INDEX post_pictures_over ON post_pictures (read_at) WHERE read_at IS NOT NULL;
`,
  down: 'DROP TABLE post_pictures;',
};
