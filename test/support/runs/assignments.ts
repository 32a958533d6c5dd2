import type { Payload } from '../../../domain/payload/payload';
import type { AssignmentStatus } from '../../../domain/assignment';
import type { TestDatabase } from '../servers/database';
import { buildAssignment } from '../build/assignment';
import { buildConnection } from '../build/connection';
import { buildWorkspace } from '../build/workspace';
import { moveOn } from '../build/moveOn';
import type { Target } from '../build/moveOn';

export const post = { platformPostId: 'video-1', platformUrl: 'https://www.youtube.com/watch?v=video-1' };
export const error = { code: 'UPLOAD_FAILED', message: 'The media could not be handed over.' } as const;

/** Each status that an assignment may come to, complete. */
export const targets = {
  uploading: { to: 'uploading' },
  uploaded: { to: 'uploaded' },
  processing: { to: 'processing' },
  published: { to: 'published', post },
  failed: { to: 'failed', error },
  cancelled: { to: 'cancelled' },
} as const satisfies Record<string, Target>;

/** The moves by which an assignment gets to a status. */
const paths: Record<AssignmentStatus, readonly (keyof typeof targets)[]> = {
  pending: [],
  uploading: ['uploading'],
  uploaded: ['uploading', 'uploaded'],
  processing: ['uploading', 'uploaded', 'processing'],
  published: ['uploading', 'uploaded', 'processing', 'published'],
  failed: ['uploading', 'failed'],
  cancelled: ['cancelled'],
};

export interface BuiltAssignment {
  assignmentId: string;
  holdId: string;
}

/** One workspace with a channel and plenty of credits, and the assignments that a test wants of it. */
export async function buildAssignments(database: TestDatabase) {
  const workspace = await buildWorkspace({ credits: 1_000_000 });
  const connection = await buildConnection(workspace);
  const parent = { ...workspace, ...connection };
  return {
    ...parent,
    /** A pending assignment of generation 1 whose row is then overwritten. */
    pending: async (overrides: Parameters<typeof buildAssignment>[1] = {}): Promise<BuiltAssignment> =>
      buildAssignment(parent, overrides),
    /** An assignment that has come to `status` by its own moves. */
    walked: async (status: AssignmentStatus): Promise<BuiltAssignment> => {
      const assignment = await buildAssignment(parent);
      await walk(assignment, status);
      return assignment;
    },
    row: async ({ assignmentId }: BuiltAssignment): Promise<Record<string, unknown>> => {
      const [row] = await database.query('SELECT * FROM assignments WHERE id = $1', [assignmentId]);
      return row!;
    },
    timeline: async ({ assignmentId }: BuiltAssignment): Promise<string[]> => {
      const events = await database.query<{ line: string }>(
        `SELECT generation || ' ' || status AS line FROM assignment_events WHERE assignment_id = $1 ORDER BY id`,
        [assignmentId],
      );
      return events.map(({ line }) => line);
    },
    /** The ledger entries of its hold, in their order. */
    entries: async ({ holdId }: BuiltAssignment): Promise<string[]> => {
      const entries = await database.query<{ type: string }>(
        'SELECT type FROM credit_entries WHERE hold_id = $1 ORDER BY seq',
        [holdId],
      );
      return entries.map(({ type }) => type);
    },
    /** Leaves an object of the transfer on the platform. */
    leave: async ({ assignmentId }: BuiltAssignment, left: { session?: string; objectId?: string }) =>
      database.query('INSERT INTO uploads (assignment_id, item, session, object_id) VALUES ($1, 0, $2, $3)', [
        assignmentId,
        left.session ?? null,
        left.objectId ?? null,
      ]),
    /** Records a call to publish the assignment, without an answer. */
    call: async ({ assignmentId }: BuiltAssignment, payload: Payload = {}): Promise<number> => {
      const [row] = await database.query<{ id: number }>(
        `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
         VALUES ($1, 1, 'publish', $2, now()) RETURNING id`,
        [assignmentId, JSON.stringify(payload)],
      );
      return row!.id;
    },
  };
}

export type BuiltAssignments = Awaited<ReturnType<typeof buildAssignments>>;

/** @returns the outbox entries to dispatch */
export async function move(
  { assignmentId }: Pick<BuiltAssignment, 'assignmentId'>,
  target: Target,
): Promise<readonly number[]> {
  return moveOn(assignmentId, target);
}

/** Brings a pending assignment of generation 1 to `status` by its own moves. */
export async function walk(assignment: Pick<BuiltAssignment, 'assignmentId'>, status: AssignmentStatus): Promise<void> {
  for (const name of paths[status]) await move(assignment, targets[name]);
}
