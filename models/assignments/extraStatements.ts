import { z } from 'zod';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { command, statement } from '../database/statement';
import { isBeingUpdated } from './openAttempts';

const assignmentId = param('assignmentId', 'uuid');
const generation = param('generation', 'integer');
const field = param('field', 'text');
const item = param('item', 'text');
const value = param('value', 'text');
const settleSeconds = param('settleSeconds', 'float8');
const openSeconds = param('openSeconds', 'float8');

/** Of an assignment `a`: it is before its point of no return. No failure is final there (contract.md §2). */
const isEarly = sql`a.status NOT IN ('processing', 'published')`;

/** The extra of a try that has ended, for this value and this post. */
const EndedExtra = z.strictObject({ field: z.string(), item: z.string(), value: z.string(), postId: z.string() });
export type EndedExtra = z.infer<typeof EndedExtra>;

const ended = sql`x.field, x.item, x.value, x.post_id AS "postId"`;
const isDone = sql`x.ended_at IS NOT NULL AND x.warning IS NULL`;

export const readSettled = statement(
  'extras.readSettled',
  EndedExtra,
  sql`SELECT ${ended} FROM post_extras x JOIN assignments a ON a.id = x.assignment_id
      WHERE x.assignment_id = ${assignmentId}
        AND (${isDone} OR x.warning IS NOT NULL AND (NOT x.is_early OR ${isEarly}))`,
);

export const readDone = statement(
  'extras.readDone',
  EndedExtra,
  sql`SELECT ${ended} FROM post_extras x WHERE x.assignment_id = ${assignmentId} AND ${isDone}`,
);

const BegunTry = z.strictObject({
  nth: z.int(),
  tries: z.int(),
  calledMsAgo: z.number().nullable(),
  externalId: z.string().nullable(),
});
export type BegunTry = z.infer<typeof BegunTry>;

const isSameWish = sql`(e.value, e.post_id) = (excluded.value, excluded.post_id)`;

export const beginTry = statement(
  'extras.begin',
  BegunTry,
  sql`WITH assignment AS (
        SELECT id, ${isEarly} AS is_early FROM assignments a WHERE id = ${assignmentId} AND generation = ${generation}
          AND status NOT IN ('failed', 'cancelled') AND removal->>'state' IS DISTINCT FROM 'due'
          AND (NOT ${param('isOfRun', 'boolean')} OR payload->${field} = ${param('wish', 'jsonb')} AND NOT ${isBeingUpdated}) FOR SHARE)
      INSERT INTO post_extras AS e (assignment_id, field, item, value, post_id, is_early, lease_until)
      SELECT id, ${field}, ${item}, ${value}, ${param('postId', 'text')}, is_early,
             clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')}) FROM assignment
      ON CONFLICT (assignment_id, field, item) DO UPDATE
        SET value = excluded.value, post_id = excluded.post_id, is_early = excluded.is_early,
            lease_until = excluded.lease_until, nth = e.nth + 1,
            tries = CASE WHEN ${isSameWish} AND e.is_early = excluded.is_early THEN e.tries + 1 ELSE 1 END,
            called_at = CASE WHEN ${isSameWish} THEN e.called_at END,
            external_id = CASE WHEN e.post_id = excluded.post_id THEN e.external_id END, ended_at = NULL, warning = NULL
        WHERE e.lease_until + make_interval(secs => ${settleSeconds}) <= clock_timestamp()
          AND (e.called_at IS NULL OR ${isSameWish}
            OR e.called_at + make_interval(secs => ${openSeconds}) <= clock_timestamp())
      RETURNING nth, tries, (extract(epoch FROM clock_timestamp() - called_at) * 1000)::float AS "calledMsAgo",
        external_id AS "externalId"`,
);

const mayEndAt = sql`greatest(e.lease_until + make_interval(secs => ${settleSeconds}),
  CASE WHEN e.value <> ${value} THEN e.called_at + make_interval(secs => ${openSeconds}) END)`;
export const readWait = statement(
  'extras.readWait',
  z.strictObject({ waitMs: z.number() }),
  sql`SELECT ceil(extract(epoch FROM ${mayEndAt} - clock_timestamp()) * 1000)::float AS "waitMs"
      FROM post_extras e JOIN assignments a ON a.id = e.assignment_id
      WHERE assignment_id = ${assignmentId} AND field = ${field} AND item = ${item} AND generation = ${generation}
        AND status NOT IN ('failed', 'cancelled')`,
);

/** The notes of a try. Those of an overtaken try change nothing. */
function tryNoted<Binds>(change: Fragment<Binds>) {
  return sql`UPDATE post_extras SET ${change}
    WHERE assignment_id = ${assignmentId} AND field = ${field} AND item = ${item} AND nth = ${param('nth', 'integer')}`;
}

const endLease = sql`lease_until = least(lease_until, clock_timestamp())`;
const noLease = sql`lease_until = '-infinity'`;
const warn = sql`ended_at = clock_timestamp(), warning = ${param('warning', 'text')}`;
const answered = sql`called_at = NULL`;

export const noteCall = command('extras.noteCall', tryNoted(sql`called_at = clock_timestamp()`));
/** Another picture of the post is read. */
export const succeedTry = command(
  'extras.succeed',
  sql`WITH noted AS (
        ${tryNoted(sql`ended_at = clock_timestamp(), external_id = ${param('externalId', 'text', 'orNull')}, ${answered}, ${noLease}`)}
        RETURNING assignment_id)
      UPDATE pictures p SET next_at = now(), failed_tries = 0
      FROM noted n WHERE p.id = n.assignment_id AND ${param('isPicture', 'boolean')}`,
);
export const giveUpAnswered = command('extras.giveUpAnswered', tryNoted(sql`${warn}, ${answered}, ${noLease}`));
export const giveUpUnanswered = command('extras.giveUpUnanswered', tryNoted(sql`${warn}, ${endLease}`));
export const leaveTry = command(
  'extras.leaveLease',
  tryNoted(sql`called_at = CASE WHEN NOT ${param('isAnswered', 'boolean')} THEN called_at END, ${endLease}`),
);

export const findGivenUp = command(
  'extras.findGivenUp',
  sql`SELECT FROM post_extras
      WHERE assignment_id = ${assignmentId} AND field = ANY(${param('fields', 'text[]')})
        AND value = ${param('payload', 'jsonb')}->>field AND warning IS NOT NULL LIMIT 1`,
);

export const forgetUndone = command(
  'extras.forgetUndone',
  sql`UPDATE post_extras SET ended_at = NULL, warning = NULL, tries = 0
      WHERE assignment_id = ${assignmentId} AND (warning IS NOT NULL OR ended_at IS NULL)`,
);
