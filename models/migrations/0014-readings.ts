import type { Migration } from './Migration';

/**
 * The numbers of published posts over time: a row for each post with what is next and what was read last, and a row for each
 * reading. Readings lie in a partition for each month. Partitions are made ahead and dropped by functions that run with the rights
 * of the schema's owner, so that the processes need no more than to read and to write.
 */
export const readings: Migration = {
  name: '0014-readings',
  up: `
CREATE TABLE read_posts (
  assignment_id uuid PRIMARY KEY REFERENCES assignments ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  platform text NOT NULL,
  published_at timestamptz NOT NULL,
  next_reading_at timestamptz,
  waits_for_quota boolean NOT NULL DEFAULT false,
  gone_at timestamptz,
  read_at timestamptz,
  views bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  CHECK ((gone_at IS NULL) OR (next_reading_at IS NULL)),
  CHECK (num_nulls(read_at, views, likes, comments, shares) IN (0, 5))
);
CREATE INDEX read_posts_due ON read_posts (platform, next_reading_at) WHERE next_reading_at IS NOT NULL;
CREATE INDEX read_posts_of_connection ON read_posts (connection_id, next_reading_at);
CREATE INDEX read_posts_gone ON read_posts (gone_at) WHERE gone_at IS NOT NULL;
CREATE INDEX read_posts_over ON read_posts (coalesce(read_at, published_at)) WHERE next_reading_at IS NULL;
CREATE INDEX read_posts_by_views ON read_posts (organization_id, views, assignment_id) WHERE gone_at IS NULL AND views IS NOT NULL;
CREATE INDEX read_posts_by_likes ON read_posts (organization_id, likes, assignment_id) WHERE gone_at IS NULL AND likes IS NOT NULL;
CREATE INDEX read_posts_by_comments ON read_posts (organization_id, comments, assignment_id) WHERE gone_at IS NULL AND comments IS NOT NULL;
CREATE INDEX read_posts_by_shares ON read_posts (organization_id, shares, assignment_id) WHERE gone_at IS NULL AND shares IS NOT NULL;

CREATE TABLE post_readings (
  assignment_id uuid NOT NULL REFERENCES read_posts ON DELETE CASCADE,
  at timestamptz NOT NULL,
  views bigint NOT NULL,
  likes bigint NOT NULL,
  comments bigint NOT NULL,
  shares bigint NOT NULL,
  reach bigint,
  watch_time_seconds bigint,
  PRIMARY KEY (assignment_id, at)
) PARTITION BY RANGE (at);

CREATE FUNCTION make_reading_partitions(first date, last date) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  month date := date_trunc('month', first);
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('post_readings'));
  WHILE month <= last LOOP
    IF to_regclass('post_readings_' || to_char(month, 'YYYY_MM')) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF post_readings FOR VALUES FROM (%L) TO (%L)',
        'post_readings_' || to_char(month, 'YYYY_MM'),
        month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month')::timestamp AT TIME ZONE 'UTC');
      made := made + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN made;
END $$;

CREATE FUNCTION drop_reading_partitions(oldest date) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  part name;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('post_readings'));
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'post_readings'::regclass AND c.relname < 'post_readings_' || to_char(oldest, 'YYYY_MM')
  LOOP
    EXECUTE format('DROP TABLE %I', part);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

SELECT make_reading_partitions((now() AT TIME ZONE 'UTC')::date, ((now() AT TIME ZONE 'UTC') + interval '2 months')::date);
`,
  down: `
DROP FUNCTION make_reading_partitions, drop_reading_partitions;
DROP TABLE post_readings, read_posts;
`,
};
