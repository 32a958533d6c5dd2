import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';

const name = param('name', 'text');
const holder = param('holder', 'text');
const isHeld = sql`name = ${name} AND holder = ${holder}`;

/**
 * Only a lease that is over, was released or is the holder's own is written. Where two processes find one over at the same
 * time, the second is judged on the row that the first has written. A process that finds another at work writes nothing.
 */
export const takeLease = command(
  'minuteTasks.take',
  sql`INSERT INTO minute_tasks AS t (name, holder, held_since, lease_until)
      SELECT ${name}, ${holder}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')})
      WHERE NOT EXISTS (
        SELECT 1 FROM minute_tasks o WHERE o.name = ${name} AND o.holder <> ${holder} AND o.lease_until > clock_timestamp())
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until,
        held_since = CASE WHEN t.holder = excluded.holder THEN t.held_since ELSE excluded.held_since END
      WHERE t.holder = excluded.holder OR coalesce(t.lease_until <= clock_timestamp(), true)`,
);

export const releaseLease = command(
  'minuteTasks.release',
  sql`UPDATE minute_tasks SET holder = NULL, held_since = NULL, lease_until = NULL WHERE ${isHeld}`,
);

/** A run that was asked for comes at once, also where the task is paused. */
export const beginRun = statement(
  'minuteTasks.begin',
  z.strictObject({ isAsked: z.boolean() }),
  sql`UPDATE minute_tasks SET began_at = clock_timestamp()
      WHERE ${isHeld} AND lease_until > clock_timestamp()
        AND (asked_at IS NOT NULL OR paused_at IS NULL AND due_at <= clock_timestamp())
      RETURNING asked_at IS NOT NULL AS "isAsked"`,
);

const every = param('everySeconds', 'float8');
const offset = param('offsetSeconds', 'float8');
/** What was asked for while the run lasted is still to come. */
export const endRun = command(
  'minuteTasks.end',
  sql`UPDATE minute_tasks SET ended_at = clock_timestamp(), result = ${param('result', 'jsonb', 'orNull')}, error = ${param('error', 'text', 'orNull')},
        took_ms = greatest(0, extract(epoch FROM clock_timestamp() - began_at) * 1000),
        asked_at = CASE WHEN asked_at > began_at THEN asked_at END,
        due_at = to_timestamp((floor((extract(epoch FROM clock_timestamp()) - ${offset}) / ${every}) + 1) * ${every} + ${offset})
      WHERE ${isHeld}`,
);

export const pauseTask = command(
  'minuteTasks.pause',
  sql`INSERT INTO minute_tasks AS t (name, paused_at) VALUES (${name}, clock_timestamp())
      ON CONFLICT (name) DO UPDATE SET paused_at = coalesce(t.paused_at, excluded.paused_at)`,
);

export const resumeTask = command(
  'minuteTasks.resume',
  sql`UPDATE minute_tasks SET paused_at = NULL WHERE name = ${name}`,
);

export const askForRun = command(
  'minuteTasks.ask',
  sql`INSERT INTO minute_tasks (name, asked_at) VALUES (${name}, clock_timestamp())
      ON CONFLICT (name) DO UPDATE SET asked_at = excluded.asked_at`,
);

export const readTasks = statement(
  'minuteTasks.read',
  z.strictObject({
    name: z.string(),
    pausedAt: z.date().nullable(),
    askedAt: z.date().nullable(),
    dueAt: z.date(),
    holder: z.string().nullable(),
    heldSince: z.date().nullable(),
    leaseUntil: z.date().nullable(),
    /** The lease has not run out. */
    isHeld: z.boolean(),
    /** A run has begun and not ended. */
    isUnderWay: z.boolean(),
    endedAt: z.date().nullable(),
    tookMs: z.number().nullable(),
    result: z.unknown(),
    error: z.string().nullable(),
  }),
  sql`SELECT name, paused_at AS "pausedAt", asked_at AS "askedAt", due_at AS "dueAt", holder, held_since AS "heldSince",
             lease_until AS "leaseUntil", coalesce(lease_until > clock_timestamp(), false) AS "isHeld",
             coalesce(began_at > coalesce(ended_at, '-infinity'), false) AS "isUnderWay",
             ended_at AS "endedAt", took_ms AS "tookMs", result, error
      FROM minute_tasks`,
);
