import { z } from 'zod';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { command, statement } from '../database/statement';
import { isBeingUpdated } from './openAttempts';

const assignmentId = param('assignmentId', 'uuid');
const generation = param('generation', 'integer');
const field = param('field', 'text');
const value = param('value', 'text');
const settleSeconds = param('settleSeconds', 'float8');

/** Of an assignment `a`: it is before its point of no return. No failure is final there (contract.md §2). */
const isEarly = sql`a.status NOT IN ('processing', 'published')`;

/** An extra that a try has ended for this value and this post. */
const EndedExtra = z.strictObject({ field: z.string(), value: z.string(), postId: z.string() });
export type EndedExtra = z.infer<typeof EndedExtra>;

export const readSettled = statement(
  'extras.readSettled',
  EndedExtra,
  sql`SELECT x.field, x.value, x.post_id AS "postId" FROM post_extras x JOIN assignments a ON a.id = x.assignment_id
      WHERE x.assignment_id = ${assignmentId}
        AND (x.done_at IS NOT NULL OR x.warning IS NOT NULL AND (NOT x.is_early OR ${isEarly}))`,
);

export const readDone = statement(
  'extras.readDone',
  EndedExtra,
  sql`SELECT field, value, post_id AS "postId" FROM post_extras
      WHERE assignment_id = ${assignmentId} AND done_at IS NOT NULL`,
);

const BegunTry = z.strictObject({ nth: z.int(), tries: z.int() });
export type BegunTry = z.infer<typeof BegunTry>;

export const beginTry = statement(
  'extras.begin',
  BegunTry,
  sql`WITH assignment AS (
        SELECT id, ${isEarly} AS is_early FROM assignments a WHERE id = ${assignmentId} AND generation = ${generation}
          AND status NOT IN ('failed', 'cancelled') AND removal->>'state' IS DISTINCT FROM 'due'
          AND (NOT ${param('isOfRun', 'boolean')} OR payload->>${field} = ${value} AND NOT ${isBeingUpdated}) FOR SHARE)
      INSERT INTO post_extras AS e (assignment_id, field, value, post_id, is_early, lease_until)
      SELECT id, ${field}, ${value}, ${param('postId', 'text')}, is_early,
             clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')}) FROM assignment
      ON CONFLICT (assignment_id, field) DO UPDATE
        SET value = excluded.value, post_id = excluded.post_id, is_early = excluded.is_early,
            lease_until = excluded.lease_until, nth = e.nth + 1,
            tries = CASE WHEN (e.value, e.post_id, e.is_early) = (excluded.value, excluded.post_id, excluded.is_early)
              THEN e.tries + 1 ELSE 1 END,
            done_at = NULL, warning = NULL
        WHERE e.lease_until + make_interval(secs => ${settleSeconds}) <= clock_timestamp()
      RETURNING nth, tries`,
);

const mayEndAt = sql`e.lease_until + make_interval(secs => ${settleSeconds})`;
export const readWait = statement(
  'extras.readWait',
  z.strictObject({ waitMs: z.number() }),
  sql`SELECT ceil(extract(epoch FROM ${mayEndAt} - clock_timestamp()) * 1000)::float AS "waitMs"
      FROM post_extras e JOIN assignments a ON a.id = e.assignment_id
      WHERE assignment_id = ${assignmentId} AND field = ${field} AND generation = ${generation}
        AND status NOT IN ('failed', 'cancelled')`,
);

/** The end of a try. It changes nothing for an overtaken try. */
function tryEnded<Binds>(change: Fragment<Binds>) {
  return sql`UPDATE post_extras SET ${change}
    WHERE assignment_id = ${assignmentId} AND field = ${field} AND nth = ${param('nth', 'integer')}`;
}

const endLease = sql`lease_until = least(lease_until, clock_timestamp())`;
const noLease = sql`lease_until = '-infinity'`;
const warn = sql`warning = ${param('warning', 'text')}`;

export const succeedTry = command('extras.succeed', tryEnded(sql`done_at = clock_timestamp(), ${noLease}`));
export const giveUpAnswered = command('extras.giveUpAnswered', tryEnded(sql`${warn}, ${noLease}`));
export const giveUpUnanswered = command('extras.giveUpUnanswered', tryEnded(sql`${warn}, ${endLease}`));
export const leaveTry = command('extras.leaveLease', tryEnded(endLease));

export const findGivenUp = command(
  'extras.findGivenUp',
  sql`SELECT FROM post_extras
      WHERE assignment_id = ${assignmentId} AND field = ANY(${param('fields', 'text[]')})
        AND value = ${param('payload', 'jsonb')}->>field AND warning IS NOT NULL LIMIT 1`,
);

export const forgetUndone = command(
  'extras.forgetUndone',
  sql`UPDATE post_extras SET warning = NULL, tries = 0 WHERE assignment_id = ${assignmentId} AND done_at IS NULL`,
);
