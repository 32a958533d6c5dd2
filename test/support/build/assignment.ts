import type { InferAttributes } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { publishCredits } from '../../../domain/credits';
import { Assignment } from '../../../models/assignments/Assignment';
import { create } from '../../../models/assignments/store/create';
import type { NewAssignment } from '../../../models/assignments/store/create';
import { bookPayment } from '../../../models/billing/bookPurchase';
import { Connection } from '../../../models/connections/Connection';
import { CreditPurchase } from '../../../models/billing/CreditPurchase';
import { inTransaction } from '../../../models/database/transaction';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import type { Tenant } from '../../../models/database/Tenant';
import { sayNext } from './sayNext';
import { tenantOf } from '../tenant';

type Parent = Pick<InferAttributes<Connection>, 'workspaceId'> & Pick<NewAssignment, 'connectionId'>;

/**
 * A pending video with its hold, as create makes it, but without the order to start its run; `overrides` are then written over its
 * row as they are.
 */
export async function buildAssignment(
  { workspaceId, connectionId }: Parent,
  overrides: Partial<InferAttributes<Assignment>> = {},
): Promise<{ assignmentId: string; holdId: string }> {
  const [id, holdId] = [uuidv7(), uuidv7()];
  const found = await Connection.findByPk(connectionId, { raw: true, rejectOnEmpty: true });
  const { platform, tokenStatus, isActive, removedAt } = found;
  const assignment = { ...videoAssignment, id, connectionId, platform, holdId };
  const tenant = tenantOf({ workspaceId });
  const write = async () =>
    inTransaction(Assignment.sequelize!, 'test', async (transaction) => {
      const channel = { where: { id: connectionId }, transaction };
      // A channel that is switched off now was on when the assignment was created.
      if (!isActive || removedAt) await Connection.update({ isActive: true, removedAt: null }, channel);
      const created = await create(
        tenant,
        assignment,
        { ...nothingBeside, hasToken: tokenStatus === 'valid' },
        transaction,
      );
      if (!isActive || removedAt) await Connection.update({ isActive, removedAt }, channel);
      await OutboxEntry.destroy({ where: { subjectId: id }, transaction });
      return created;
    });
  // Another assignment may take the credits bought for this assignment.
  for (let tries = 1; !(await write()); tries += 1) {
    if (tries === 20) throw new Error(`connection ${connectionId} takes no assignment`);
    await buyCredits(tenant, publishCredits.video);
  }
  if (Object.keys(overrides).length > 0) {
    await Assignment.update(overrides, { where: { id } });
    await sayNext(id);
  }
  return { assignmentId: id, holdId };
}

/** Tests make more assignments than a plan has credits for. */
async function buyCredits(tenant: Tenant, credits: number): Promise<void> {
  const purchase = { id: uuidv7(), priceCents: 1 };
  await CreditPurchase.add(tenant, { ...purchase, userId: null, credits });
  await inTransaction(CreditPurchase.sequelize!, 'test', async (transaction) =>
    bookPayment({ id: purchase.id, paidCents: purchase.priceCents }, transaction),
  );
}

/** A request without a key and without uploaded files. */
export const nothingBeside = { requestHash: null, uploads: [], hasPicture: false } as const;

export const videoAssignment = {
  type: 'video',
  payload: { title: 'Walking the coast path', privacy: 'private', tags: [], madeForKids: false },
  mediaUrl: 'https://media.example/coast-path.mp4',
  mediaContentType: null,
  mediaSizeBytes: null,
  scheduledAt: null,
  prepareAheadSeconds: 0,
  callbackUrl: null,
  callbackEvents: [],
  callbackStatuses: null,
  idempotencyKey: null,
  externalId: null,
  createdBy: null,
} as const;
