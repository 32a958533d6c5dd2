import { startApp } from '../support/callers/app';
import { buildPaymentCustomer } from '../support/payments';
import { addMember } from '../support/callers/people';
import { useSandbox } from '../support/servers/sandbox';
import { use } from '../support/use';
import { buildPerson, buildTenant } from '../tenancy/things';
import { credential, describeOrder, malformedBody, malformedId, malformedQuery, membership, unknownId } from './faults';
import type { Cell, Operation } from './faults';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { stripeUrl: sandbox.stripeUrl }));

/** A workspace with a subscription: to another one it is answered 409. */
const scene = use(async () => {
  const tenant = await buildTenant();
  const member = await buildPerson('member');
  await addMember(tenant.organizationId, member.userId, 'member');
  await buildPaymentCustomer(app, tenant.workspaceId);
  await app.database.query(
    `UPDATE payment_customers SET subscription_id = 'sub_one' WHERE workspace_id = $1 RETURNING workspace_id`,
    [tenant.workspaceId],
  );
  const credentials = { 'API key': tenant.apiKey, user: tenant.owner.token, member: member.token };
  return { ids: { member: member.userId }, credentials };
});

/** Of lists and figures of money. */
const read = (path: string): Pick<Operation, 'method' | 'path' | 'draft' | 'answer'> => ({
  method: 'GET',
  path: ({ query = '' }) => path + query,
  draft: (caller) => ({ caller, id: scene.ids.member, headers: {} }),
  answer: /^200 /,
});
const limitOf = (path: string): Pick<Operation, 'method' | 'path' | 'draft' | 'answer'> => ({
  method: 'PATCH',
  path: ({ id }) => `${path}/${id}`,
  draft: (caller) => ({ caller, id: scene.ids.member, headers: {}, body: { monthlyLimit: 5 } }),
  answer: /^200 /,
});
const wrongLimit = malformedBody({ monthlyLimit: -1 });

/** Of API keys alone: paths that the console spells otherwise. */
const forKeys: Record<string, Operation> = {
  getBillingStatus: { ...read('/billing/status'), faults: [credential] },
  getPricing: { ...read('/billing/pricing'), faults: [credential] },
  listTransactions: { ...read('/billing/transactions'), faults: [credential, malformedQuery('?limit=0')] },
  listMemberLimits: { ...read('/billing/org/member-limits'), faults: [credential] },
  updateMemberLimit: {
    ...limitOf('/billing/org/member-limits'),
    faults: [credential, malformedId, wrongLimit, unknownId('member')],
  },
  getUsageByMember: { ...read('/billing/org/usage-by-member'), faults: [credential] },
};

/** For any member: no role is too low. */
const memberOnly = membership.slice(0, 2);
const addresses = { successUrl: 'https://app.example/', cancelUrl: 'https://app.example/' };

const forUsers: Record<string, Operation> = {
  getBillingStatus: { ...read('/billing/status'), faults: [credential, ...memberOnly] },
  getPricing: { ...read('/billing/pricing'), faults: [credential, ...memberOnly] },
  getQuote: {
    ...read('/billing/paygo/quote'),
    draft: (caller) => ({ caller, id: scene.ids.member, query: '?credits=100', headers: {} }),
    faults: [credential, malformedQuery('?credits=99'), ...memberOnly],
  },
  getFinanceState: { ...read('/billing/finance-state'), faults: [credential, ...membership] },
  listTransactions: {
    ...read('/billing/transactions'),
    faults: [credential, malformedQuery('?limit=0'), ...membership],
  },
  listMemberLimits: { ...read('/billing/member-limits'), faults: [credential, ...membership] },
  updateMemberLimit: {
    ...limitOf('/billing/member-limits'),
    faults: [credential, malformedId, wrongLimit, ...membership, unknownId('member')],
  },
  getUsageByMember: { ...read('/billing/usage-by-member'), faults: [credential, ...membership] },
  createCheckout: {
    method: 'POST',
    path: () => '/billing/paygo/checkout',
    draft: (caller) => ({ caller, id: scene.ids.member, headers: {}, body: { plan: 'creator', ...addresses } }),
    answer: /^409 .*subscription/,
    faults: [credential, malformedBody({ credits: 100 }), ...membership],
  },
  createPortalSession: {
    method: 'POST',
    path: () => '/billing/portal-session',
    draft: (caller) => ({ caller, id: scene.ids.member, headers: {}, body: { returnUrl: addresses.successUrl } }),
    answer: /^200 /,
    faults: [credential, malformedBody({ returnUrl: 'nowhere' }), ...membership],
  },
};

const cells: Cell[] = [
  ...Object.entries(forKeys).map(([name, operation]) => [name, 'API key', operation] as const),
  ...Object.entries(forUsers).map(([name, operation]) => [name, 'user', operation] as const),
];

describeOrder('billing', { app, scene, cells });
