import { wayTo } from '../../console/screens/billing/wayTo';
import type { PlanId } from '../../domain/credits';

const portal = { by: 'portal' };
const checkout = (plan: PlanId) => ({ by: 'checkout', plan });

it.each([
  ['nothing was ever paid', 'free', 'active', null, [null, checkout('creator'), checkout('business')]],
  ['a subscription is paid', 'creator', 'active', { plan: 'creator' }, [portal, null, portal]],
  ['an invoice is not paid', 'creator', 'past_due', { plan: null }, [portal, null, portal]],
  ['it is still not paid in the next cycle', 'free', 'past_due', { plan: null }, [null, portal, portal]],
  ['the cycle of a cancelled one runs', 'creator', 'canceled', null, [null, checkout('creator'), checkout('business')]],
  ['that cycle has ended', 'free', 'canceled', null, [null, checkout('creator'), checkout('business')]],
  ['the operator gave the plan', 'creator', 'active', null, [null, null, checkout('business')]],
] as const)('the ways to Free, Creator and Business while %s', (_case, plan, status, subscription, ways) => {
  const finance = { plan, status, subscription };
  expect((['free', 'creator', 'business'] as const).map((one) => wayTo(one, finance))).toEqual(ways);
});
