import { z } from 'zod';
import type { WaitingSince } from '../../domain/assignment/withoutPlatform';
import type { AssignmentRun } from '../../domain/workflowContract';
import { mayHaveHappened } from '../assignments/openAttempts';
import { param, sql } from '../database/fragment';
import { milliseconds } from '../database/fragments';
import { command, statement } from '../database/statement';
import { placesGivenUp } from '../outbox/places';

const id = param('id', 'uuid');

const itsTime = sql`CASE WHEN e.begun > 1 THEN e.pending_at ELSE coalesce(a.scheduled_at, a.created_at) END`;
const readWaitingSince = statement(
  'publishing.readWaitingSince',
  z.strictObject({ itsTime: z.number(), mayBePublic: z.number() }),
  sql`SELECT ${milliseconds(itsTime)} AS "itsTime",
             ${milliseconds(sql`coalesce(greatest(e.processing_at, p.at), a.created_at)`)} AS "mayBePublic"
      FROM assignments a
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE status = 'pending') AS begun,
               max(at) FILTER (WHERE status = 'pending') AS pending_at,
               max(at) FILTER (WHERE status = 'processing') AS processing_at
        FROM assignment_events WHERE assignment_id = a.id) e
      CROSS JOIN LATERAL (
        SELECT max(p.created_at) AS at FROM publish_attempts p
        WHERE p.assignment_id = a.id AND p.step = 'publish' AND ${mayHaveHappened}) p
      WHERE a.id = ${id}`,
);

const givePlaceBack = command(
  'publishing.leavePlace',
  sql`WITH given_up AS (${placesGivenUp(id)}) SELECT FROM given_up`,
);

/** Since when an assignment waits whose platform is not offered; undefined: there is no such assignment. */
export async function waitingSince({ assignmentId: id }: AssignmentRun): Promise<WaitingSince | undefined> {
  return readWaitingSince.first({ id });
}

/** An assignment gives its place back: it may wait for days. */
export async function leavePlace({ assignmentId: id }: AssignmentRun): Promise<void> {
  await givePlaceBack.run({ id });
}
