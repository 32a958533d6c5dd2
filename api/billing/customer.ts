import { monthlyCreditsOf } from '../../domain/credits';
import { isGone } from '../../lib/payments/Payments';
import { changePlan } from '../../models/billing/changePlan';
import { inTransaction } from '../../models/database/transaction';
import { PaymentCustomer } from '../../models/billing/PaymentCustomer';
import type { TenantContext } from '../useCase';
import type { BillingDeps } from './deps';

/**
 * Asks Stripe about a workspace's customer. If Stripe does not know that customer, another customer takes its place,
 * and the question is repeated: so a vanished customer keeps no workspace from paying.
 * @throws PaymentFailure
 */
export async function askOfCustomer<T>(
  context: TenantContext<BillingDeps>,
  customerId: string,
  ask: (customerId: string) => Promise<T>,
): Promise<T> {
  try {
    return await ask(customerId);
  } catch (error) {
    if (!isGone(error)) throw error;
    return ask(await replaceCustomer(context, customerId));
  }
}

/** Replaces a vanished customer. Its known subscription goes with it. */
async function replaceCustomer(
  { deps, principal: { tenant } }: TenantContext<BillingDeps>,
  gone: string,
): Promise<string> {
  const made = await deps.payments.createCustomer(tenant.workspaceId, gone);
  deps.logger.warn(
    { workspaceId: tenant.workspaceId },
    'Stripe does not know a customer any more: another one was made',
  );
  return inTransaction(deps.sequelize, 'keepCustomer', async (transaction) => {
    const { customerId, endsSubscription } = await PaymentCustomer.replace(
      tenant,
      { gone, customerId: made },
      transaction,
    );
    const free = { plan: 'free', monthlyCredits: monthlyCreditsOf('free', deps.config.freePlanCredits) } as const;
    if (endsSubscription) await changePlan(tenant.workspaceId, free, transaction);
    return customerId;
  });
}
