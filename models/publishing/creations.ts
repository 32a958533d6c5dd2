import { z } from 'zod';
import type { AssignmentRun } from '../../domain/workflowContract';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import { neighbours } from './lostStages';

/** The index that lets one creating call of a content be open at a time. */
export const contentConstraint = 'publish_attempts_one_content';

const freeContent = command(
  'publishing.freeContent',
  sql`UPDATE publish_attempts SET content_key = NULL
      WHERE content_key = ${param('contentKey', 'text')} AND outcome IS NULL
        AND lease_until + make_interval(secs => ${param('heldMs', 'float8')} / 1000.0) < clock_timestamp()`,
);

/**
 * Frees a content that an open call has held for this time after its lease. The posts of that call are then older than the posts of a next
 * call.
 * @param contentKey in hexadecimal
 */
export async function freeHeldContent(contentKey: string, heldMs: number): Promise<void> {
  await freeContent.run({ contentKey, heldMs });
}

const noteAbsent = statement(
  'publishing.noteAbsentPost',
  z.strictObject({ absentMs: z.number() }),
  sql`UPDATE publish_attempts SET absent_at = coalesce(absent_at, clock_timestamp())
      WHERE id = ${param('callId', 'bigint')} AND assignment_id = ${param('assignmentId', 'uuid')} AND outcome IS NULL
      RETURNING (extract(epoch FROM clock_timestamp() - absent_at) * 1000)::float8 AS "absentMs"`,
);

/**
 * Notes that a look has not found the post of an open call.
 * @returns the time since the first such look, in milliseconds; null where the call is open no more
 */
export async function noteAbsentPost({ assignmentId }: AssignmentRun, callId: number): Promise<number | null> {
  const row = await noteAbsent.first({ assignmentId, callId });
  return row?.absentMs ?? null;
}

const readKnown = statement(
  'publishing.readKnownPosts',
  z.strictObject({ id: z.string() }),
  sql`SELECT found.id FROM unnest(${param('postIds', 'text[]')}) AS found (id) WHERE EXISTS (
        SELECT 1 FROM (${neighbours}) n JOIN assignments a ON a.id = n.id WHERE a.platform_post_id = found.id)
      OR EXISTS (
        SELECT 1 FROM (${neighbours}) n JOIN publish_attempts p ON p.assignment_id = n.id
        WHERE p.result->>'platformPostId' = found.id)`,
);

/** The posts among these that belong to another assignment of the channel, in whatever workspace. */
export async function postsOfOthers(
  { assignmentId }: Pick<AssignmentRun, 'assignmentId'>,
  postIds: readonly string[],
): Promise<string[]> {
  const known = await readKnown.all({ assignmentId, postIds });
  return known.map(({ id }) => id);
}

const publishDirectly = command(
  'connections.publishDirectly',
  sql`UPDATE connections SET publishing = 'direct' WHERE id = ${param('connectionId', 'uuid')} AND publishing = 'staged'`,
);

/**
 * The platform refuses drafts on the channel: from now on its posts are made public at once, until the channel is connected again.
 * @returns false where the channel publishes directly already
 */
export async function refuseDrafts(connectionId: string): Promise<boolean> {
  return (await publishDirectly.run({ connectionId })) > 0;
}
