import { z } from 'zod';
import type { InferAttributes } from 'sequelize';
import type { Assignment } from '../../../models/assignments/Assignment';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { startsOrdered } from '../../../models/outbox/places';
import { param, sql } from '../../../models/database/fragment';
import { statement } from '../../../models/database/statement';
import { moveOn } from '../build/moveOn';
import { buildAssignment } from '../build/assignment';
import { buildConnection } from '../build/connection';
import { buildWorkspace } from '../build/workspace';
import { error } from './assignments';

export async function openTenant() {
  const workspace = await buildWorkspace({ credits: 1_000_000 });
  return { ...workspace, ...(await buildConnection(workspace)) };
}
export type Tenant = Awaited<ReturnType<typeof openTenant>>;

export interface Start {
  assignmentId: string;
  generation: number;
  workspaceId: string;
  /** The entry that its writer may dispatch. */
  claimed: number[];
}

/** An assignment whose start is ordered as an edit or a retry does it. */
export async function start(tenant: Tenant, overrides: Partial<InferAttributes<Assignment>> = {}): Promise<Start> {
  const { assignmentId } = await buildAssignment(tenant, overrides);
  return { assignmentId, generation: 1, workspaceId: tenant.workspaceId, claimed: await orderStart(assignmentId) };
}

const orderStartOf = statement(
  'tests.orderStart',
  z.strictObject({ id: z.int(), isClaimed: z.boolean() }),
  startsOrdered(sql`assignments`, sql`a.id = ${param('id', 'uuid')}`),
);

/** Orders the start of the run that an assignment has now. @returns the entry to dispatch: none if the start waits */
export async function orderStart(id: string): Promise<number[]> {
  const ordered = await orderStartOf.all({ id, ...OutboxEntry.places });
  return ordered.flatMap((entry) => (entry.isClaimed ? [entry.id] : []));
}

export async function startMany(tenant: Tenant, count: number): Promise<Start[]> {
  const starts: Start[] = [];
  for (let n = 0; n < count; n += 1) starts.push(await start(tenant));
  return starts;
}

export const entryOf = async ({ assignmentId }: Start): Promise<number> =>
  (await OutboxEntry.findOne({ where: { subjectId: assignmentId, kind: 'start' }, raw: true, rejectOnEmpty: true })).id;
export const entriesOf = async (starts: Start[]) => Promise.all(starts.map(entryOf));
export const dispatchAll = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => OutboxEntry.markDispatched({ id, outcome: 'sent' })));
export const end = async ({ assignmentId }: Start) => moveOn(assignmentId, { to: 'failed', error });
