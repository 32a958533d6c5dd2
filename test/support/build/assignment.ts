import type { InferAttributes } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { publishCredits } from '../../../domain/credits';
import { Assignment } from '../../../models/Assignment';
import type { NewAssignment } from '../../../models/newAssignment';
import { bookPayment } from '../../../models/bookPurchase';
import { CreditAccount } from '../../../models/CreditAccount';
import { CreditPurchase } from '../../../models/CreditPurchase';
import { inTransaction } from '../../../models/database';
import { Tenant } from '../../../models/Tenant';

type Parent = Pick<NewAssignment, 'workspaceId' | 'connectionId'> & Partial<Pick<NewAssignment, 'platform'>>;

/** A pending video with its hold, as create makes it; `overrides` are then written over its row as they are. */
export async function buildAssignment(
  { workspaceId, connectionId, platform = 'youtube' }: Parent,
  overrides: Partial<InferAttributes<Assignment>> = {},
): Promise<{ assignmentId: string; holdId: string }> {
  const [id, holdId] = [uuidv7(), uuidv7()];
  const job = { ...videoJob, id, workspaceId, connectionId, platform, holdId };
  const tenant = new Tenant(workspaceId, null);
  const write = async () =>
    inTransaction(Assignment.sequelize!, async (transaction) =>
      CreditAccount.holdBy(tenant, null, async () => Assignment.insert(job, transaction), transaction),
    );
  // Another job may take what was bought for this one.
  while ((await write()).kind === 'short') await buyCredits(tenant, publishCredits.video);
  if (Object.keys(overrides).length > 0) await Assignment.update(overrides, { where: { id } });
  return { assignmentId: id, holdId };
}

/** Tests make more jobs than a plan has credits for. */
async function buyCredits(tenant: Tenant, credits: number): Promise<void> {
  const purchase = { id: uuidv7(), priceCents: 1 };
  await CreditPurchase.add(tenant, { ...purchase, userId: null, credits });
  await inTransaction(CreditPurchase.sequelize!, async (transaction) =>
    bookPayment({ id: purchase.id, paidCents: purchase.priceCents }, transaction),
  );
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
