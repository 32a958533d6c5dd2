import type { InferAttributes } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { Assignment } from '../../../models/Assignment';
import type { NewAssignment } from '../../../models/Assignment';
import { CreditAccount } from '../../../models/CreditAccount';
import { inTransaction } from '../../../models/database';
import { Tenant } from '../../../models/Tenant';

type Parent = Pick<NewAssignment, 'workspaceId' | 'connectionId'> & Partial<Pick<NewAssignment, 'platform'>>;

/** A pending video with its hold, as create makes it; `overrides` are then written over its row as they are. */
export async function buildAssignment(
  { workspaceId, connectionId, platform = 'youtube' }: Parent,
  overrides: Partial<InferAttributes<Assignment>> = {},
): Promise<{ assignmentId: string; holdId: string }> {
  const id = uuidv7();
  const holdId = uuidv7();
  await inTransaction(Assignment.sequelize!, async (transaction) => {
    const job = { ...videoJob, id, workspaceId, connectionId, platform, holdId };
    const tenant = new Tenant(workspaceId, null);
    const { kind } = await CreditAccount.holdBy(
      tenant,
      null,
      async () => Assignment.insert(job, transaction),
      transaction,
    );
    if (kind === 'short') throw new Error('the workspace has no credits left');
  });
  if (Object.keys(overrides).length > 0) await Assignment.update(overrides, { where: { id } });
  return { assignmentId: id, holdId };
}

const videoJob = {
  type: 'video',
  payload: { title: 'Walking the coast path', privacy: 'private', tags: [], madeForKids: false },
  mediaUrl: 'https://media.example/coast-path.mp4',
  mediaContentType: null,
  mediaSizeBytes: null,
  scheduledAt: null,
  prepareAheadSeconds: 0,
  callbackUrl: null,
  idempotencyKey: null,
  externalId: null,
  createdBy: null,
} as const;
