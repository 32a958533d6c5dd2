import type { Migration } from './Migration';

/**
 * The small picture of each post and of each channel, and when it is read (next). It has the id of its assignment, or of its connection.
 * A JPEG is not compressed once more.
 */
export const pictures: Migration = {
  name: '0015-pictures',
  up: `
CREATE TABLE pictures (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  assignment_id uuid GENERATED ALWAYS AS (nullif(id, connection_id)) STORED REFERENCES assignments ON DELETE CASCADE,
  channel_id uuid GENERATED ALWAYS AS (CASE WHEN id = connection_id THEN id END) STORED REFERENCES connections ON DELETE CASCADE,
  next_at timestamptz,
  failed_tries integer NOT NULL DEFAULT 0,
  read_at timestamptz,
  version text,
  bytes bytea CHECK (octet_length(bytes) <= 65536),
  CHECK (num_nulls(read_at, version, bytes) IN (0, 3))
);
ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX pictures_due ON pictures (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX pictures_of_assignment ON pictures (assignment_id) WHERE assignment_id IS NOT NULL;
CREATE INDEX pictures_of_channel ON pictures (channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX pictures_of_connection ON pictures (connection_id, read_at) WHERE read_at IS NOT NULL;
CREATE INDEX pictures_over ON pictures (read_at) WHERE read_at IS NOT NULL;
`,
  down: 'DROP TABLE pictures;',
};
