import type { InferAttributes } from 'sequelize';
import { Assignment } from '../../models/Assignment';
import { orderStart } from '../../models/assignmentRuns';
import { inTransaction } from '../../models/database';
import { OutboxEntry } from '../../models/OutboxEntry';
import { transitionAssignment } from '../../models/transition';
import { buildAssignment } from './build/assignment';
import { buildConnection } from './build/connection';
import { buildWorkspace } from './build/workspace';
import { error } from './jobs';

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

/** A job whose start is ordered as an edit or a retry does it. */
export async function start(tenant: Tenant, overrides: Partial<InferAttributes<Assignment>> = {}): Promise<Start> {
  const { assignmentId } = await buildAssignment(tenant, overrides);
  const found = await Assignment.findByPk(assignmentId, { rejectOnEmpty: true });
  const { sequelize } = Assignment;
  if (!sequelize) throw new Error('no database is open');
  const claimed = await inTransaction(sequelize, async (transaction) => orderStart(found, transaction));
  return { assignmentId, generation: 1, workspaceId: tenant.workspaceId, claimed };
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
export const end = async ({ assignmentId }: Start) => transitionAssignment(assignmentId, 1, { to: 'failed', error });
