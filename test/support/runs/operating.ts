import type { InferAttributes } from 'sequelize';
import type { AssignmentStatus } from '../../../domain/assignment';
import { Assignment } from '../../../models/assignments/Assignment';
import type { TestApp } from '../callers/app';
import { buildAssignment } from '../build/assignment';
import { buildCaller } from '../callers/caller';
import type { Caller, CallerOptions } from '../callers/caller';
import { walk } from './assignments';
import { useEach } from '../use';

/** A caller with one channel, whose assignments stand where a test wants them. */
export interface Operating extends Caller {
  /** An assignment at `status` by its own transitions; `overrides` are written over its row before these. */
  make: (status: AssignmentStatus, overrides?: Partial<InferAttributes<Assignment>>) => Promise<string>;
  /** Records a call to publish the assignment, without an answer. */
  callToPublish: (id: string) => Promise<void>;
  row: (id: string) => Promise<InferAttributes<Assignment>>;
  /** All that a request may have written about an assignment: two equal records differ in nothing. */
  all: (id: string) => Promise<unknown>;
  timeline: (id: string) => Promise<string[]>;
  /** Types of its credit entries. */
  credits: (id: string) => Promise<string[]>;
  /** The orders to Temporal, such as `cancel 1`. Its webhooks are distinguished: `webhook failed`. */
  orders: (id: string) => Promise<{ id: number; what: string }[]>;
}

export async function startOperating(app: TestApp, options: CallerOptions = {}): Promise<Operating> {
  const { database } = app;
  const caller = await buildCaller(app, { credits: 1000, ...options });
  const about = async (id: string) => ({
    row: await Assignment.findByPk(id, { raw: true }),
    events: await database.query<{ generation: number; status: string }>(
      'SELECT * FROM assignment_events WHERE assignment_id = $1 ORDER BY id',
      [id],
    ),
    entries: await database.query('SELECT * FROM credit_entries WHERE assignment_id = $1 ORDER BY seq', [id]),
    orders: await database.query('SELECT * FROM outbox WHERE subject_id = $1 ORDER BY id', [id]),
    deliveries: await database.query('SELECT * FROM webhook_deliveries WHERE assignment_id = $1 ORDER BY seq', [id]),
    upload: await database.query('SELECT * FROM uploads WHERE assignment_id = $1', [id]),
  });
  return {
    ...caller,
    make: async (status, overrides = {}) => {
      const { assignmentId } = await buildAssignment(caller, overrides);
      await walk({ assignmentId }, status);
      return assignmentId;
    },
    callToPublish: async (id) => {
      await database.query(
        `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
         VALUES ($1, 1, 'publish', '{}', now()) RETURNING id`,
        [id],
      );
    },
    row: async (id) => Assignment.findByPk(id, { raw: true, rejectOnEmpty: true }),
    all: about,
    timeline: async (id) => (await about(id)).events.map(({ generation, status }) => `${generation} ${status}`),
    credits: async (id) => (await about(id)).entries.map(({ type }) => String(type)),
    orders: async (id) =>
      database.query(
        `SELECT o.id, CASE WHEN d.id IS NULL THEN o.kind || ' ' || o.generation ELSE 'webhook ' || d.event END AS what
         FROM outbox o LEFT JOIN webhook_deliveries d ON d.id = o.subject_id
         WHERE o.subject_id = $1 OR d.assignment_id = $1 ORDER BY o.id`,
        [id],
      ),
  };
}

/** A caller as new before each test; the entries dispatched and the lines logged until then are forgotten. */
export function useOperating(app: TestApp, options?: CallerOptions): Operating {
  return useEach(async () => {
    const operating = await startOperating(app, options);
    app.forget();
    return operating;
  });
}
