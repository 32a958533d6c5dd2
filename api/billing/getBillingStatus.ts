import { CreditAccount } from '../../models/CreditAccount';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';

/** The workspace's credits in the cycle of this moment: one that has ended is turned first. */
export async function getBillingStatus({ actor }: Context<Actor>): Promise<CreditAccount> {
  await CreditAccount.turnCycle(actor.workspaceId);
  return CreditAccount.findByPk(actor.workspaceId, { raw: true, rejectOnEmpty: true });
}
