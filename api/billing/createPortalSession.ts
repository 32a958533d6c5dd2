import { z } from 'zod';
import { PaymentCustomer } from '../../models/billing/PaymentCustomer';
import { webUrl } from '../http/fields';
import type { MemberPrincipal } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { BillingDeps } from './deps';
import { askPayments } from './askPayments';
import { askOfCustomer } from './customer';
import { nothingBought, paymentsDown } from './refusals';

export const createPortalSession = defineUseCase({
  name: 'createPortalSession',
  action: 'finance.manage',
  summary: 'A page with invoices, cards and the subscription',
  description: 'Send the browser to `url`. There a plan is changed or cancelled.',
  input: z.object({ returnUrl: webUrl().meta({ description: 'Where the page leads back to' }) }),
  refuses: [nothingBought, paymentsDown],
  run: async (context: Context<MemberPrincipal, BillingDeps>, { returnUrl }) => {
    const { deps, principal } = context;
    const customer = await PaymentCustomer.ofTenant(principal.tenant);
    if (!customer) throw nothingBought.error();
    const plans = await deps.planPrices.sold();
    const make = async (customerId: string) => deps.payments.createPortal({ customerId, returnUrl, plans });
    const fields = { return_url: 'returnUrl' };
    return { url: await askPayments(deps, async () => askOfCustomer(context, customer.customerId, make), fields) };
  },
});
