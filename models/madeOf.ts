import type { Payload } from '../domain/payload';
import type { Secrets } from '../lib/secrets';
import type { Made, MadeItem } from '../platforms/Publisher';
import type { Assignment } from './Assignment';
import { blockingAttempt, hasLostStage } from './openAttempts';
import type { BlockingAttempt } from './openAttempts';
import { rows } from './sql';
import { sessionContext, Upload } from './Upload';

/** The objects that a job has made on its platform, and the payload that was staged there last. */
export interface MadeByJob {
  made: Made;
  staged: Payload | null;
  /** When the last of the media, or without any the draft, came to be; null: there is nothing. */
  madeAt: Date | null;
  /** When the last of all that the platform has of it came to be, its draft included; null: there is nothing. */
  newestAt: Date | null;
}

interface MadeRow {
  item: number | null;
  /** Encrypted. */
  session: string | null;
  objectId: string | null;
  uploadedAt: Date | null;
  mediumMadeAt: Date | null;
  /** Encrypted. */
  spareSession: string | null;
  spareObjectId: string | null;
  spareMadeAt: Date | null;
  draftId: string | null;
  draftMadeAt: Date | null;
  staged: Payload | null;
  stagedAt: Date | null;
}

const columns = `u.item, u.session, u.object_id AS "objectId", u.updated_at AS "uploadedAt",
  u.made_at AS "mediumMadeAt",
  u.spare_session AS "spareSession", u.spare_object_id AS "spareObjectId", u.spare_made_at AS "spareMadeAt", d.draft_id AS "draftId", CASE WHEN d.draft_id IS NOT NULL THEN d.made_at END AS "draftMadeAt",
  d.payload AS staged, d.updated_at AS "stagedAt"`;
const joins = `LEFT JOIN uploads u ON u.assignment_id = a.id LEFT JOIN drafts d ON d.assignment_id = a.id`;

/** The columns of a job's row that its publication needs. */
export type JobRow = Pick<
  Assignment,
  | 'workspaceId'
  | 'connectionId'
  | 'platform'
  | 'type'
  | 'status'
  | 'payload'
  | 'mediaUrl'
  | 'scheduledAt'
  | 'preparationError'
  | 'preparationFailedAt'
  | 'isPreparedAnew'
  | 'isMediaDue'
  | 'platformPostId'
  | 'tries'
  | 'lastFailure'
  | 'isReplaced'
  | 'absentSince'
>;

interface JobAndMade extends MadeByJob {
  assignment: JobRow;
  /** The earlier call that stands before the next one. */
  earlier: BlockingAttempt | null;
  /** An earlier call may have made a draft that no row names (models/lostStages.ts). */
  hasLostStage: boolean;
}

/** A job and what it has made and tried so far, read in one statement; null once another generation has taken over. */
export async function jobAndMade(
  secrets: Secrets,
  { assignmentId, generation }: { assignmentId: string; generation: number },
): Promise<JobAndMade | null> {
  const found = await rows<MadeRow & JobRow & Pick<JobAndMade, 'earlier' | 'hasLostStage'>>(
    Upload,
    `SELECT a.workspace_id AS "workspaceId", a.connection_id AS "connectionId", a.platform, a.type, a.status, a.payload, a.media_url AS "mediaUrl",
            a.scheduled_at AS "scheduledAt", a.preparation_error AS "preparationError",
            a.preparation_failed_at AS "preparationFailedAt", a.is_prepared_anew AS "isPreparedAnew",
            a.is_media_due AS "isMediaDue", a.platform_post_id AS "platformPostId",
            a.is_replaced AS "isReplaced", a.absent_since AS "absentSince", a.tries, a.last_failure AS "lastFailure",
            ${blockingAttempt} AS earlier, ${hasLostStage} AS "hasLostStage", ${columns}
     FROM assignments a ${joins} WHERE a.id = $assignmentId AND a.generation = $generation ORDER BY u.item`,
    { assignmentId, generation },
  );
  const [assignment] = found;
  if (!assignment) return null;
  const { earlier } = assignment;
  return { assignment, earlier, hasLostStage: assignment.hasLostStage, ...assemble(secrets, assignmentId, found) };
}

/**
 * The objects that the clean-up of this generation has to remove. One statement reads them, so that no object of a
 * later generation is among them. Null once another generation has taken over, or when nothing is owed.
 */
export async function leftoverOf(
  secrets: Secrets,
  { assignmentId, generation }: { assignmentId: string; generation: number },
): Promise<Leftover | null> {
  const found = await rows<MadeRow & Omit<Leftover, 'made' | 'newestAt' | 'spares'> & { isPublished: boolean }>(
    Upload,
    `SELECT a.connection_id AS "connectionId", a.type, a.status = 'published' AS "isPublished", a.updated_at::text AS "asOf", coalesce(d.replaced, '{}') AS replaced, ${columns}
     FROM assignments a ${joins}
     WHERE a.id = $assignmentId AND a.generation = $generation AND a.cleanup = 'due' ORDER BY u.item`,
    { assignmentId, generation },
  );
  const [first] = found;
  if (!first) return null;
  const { connectionId, type, isPublished, asOf, replaced } = first;
  const { made, newestAt } = assemble(secrets, assignmentId, found);
  const spares = found.flatMap(({ spareSession: session, spareObjectId: objectId }) =>
    session === null && objectId === null ? [] : [{ objectId, session: opened(secrets, assignmentId, session) }],
  );
  return { connectionId, type, asOf, replaced, spares, made: isPublished ? null : made, newestAt };
}

export interface Leftover extends Pick<Assignment, 'connectionId' | 'type'>, Pick<MadeByJob, 'newestAt'> {
  /** Null: the job is published, and this is its post. */
  made: Made | null;
  /** Drafts that another one has replaced. */
  replaced: readonly string[];
  /** Media beside those of the post. */
  spares: readonly MadeItem[];
  /** The moment of the last change of the job. */
  asOf: string;
}

function later(one: Date | null, other: Date | null): Date | null {
  return one && other && one > other ? one : (other ?? one);
}

function assemble(secrets: Secrets, assignmentId: string, found: readonly MadeRow[]): MadeByJob {
  const items = found.flatMap(({ item, session, objectId }) =>
    item === null ? [] : [{ objectId, session: opened(secrets, assignmentId, session) }],
  );
  const { draftId = null, staged = null, stagedAt = null } = found[0] ?? {};
  const madeAt = found.map(({ uploadedAt }) => uploadedAt).reduce(later, null) ?? stagedAt;
  return { made: { items, draftId }, staged, madeAt, newestAt: newestOf(found) };
}

function opened(secrets: Secrets, assignmentId: string, session: string | null): string | null {
  return session && secrets.decrypt(session, sessionContext(assignmentId));
}

/** A draft that another one has replaced is older than that one. */
function newestOf(found: readonly MadeRow[]): Date | null {
  const times = found.flatMap(({ session, objectId, mediumMadeAt, spareMadeAt }) => [
    session || objectId ? mediumMadeAt : null,
    spareMadeAt,
  ]);
  return times.reduce(later, found[0]?.draftMadeAt ?? null);
}
