import { request } from './request.mjs';

/** The credits that the demo offers to buy. */
const credits = 1000;

/** The page on which a browser sees payments. @param {string} sandboxUrl */
export function paymentsPage(sandboxUrl) {
  return `${sandboxUrl}/stripe`;
}

/**
 * Makes a page of the sandbox on which credits for the demo's workspace are bought.
 * @param {{apiUrl: string, sandbox: {url: string}}} place
 * @param {Pick<import('./demo.mjs').Demo, 'email' | 'password'>} demo
 * @returns {Promise<string | null>} null where payments go to Stripe itself
 */
export async function openPayPage({ apiUrl, sandbox }, { email, password }) {
  if (process.env.STRIPE_SECRET_KEY) return null;
  const { token } = await request(`${apiUrl}/api/v1/auth/login`, undefined, { email, password });
  const page = paymentsPage(sandbox.url);
  const checkout = `${apiUrl}/api/v1/console/billing/paygo/checkout`;
  const { checkoutUrl } = await request(checkout, token, { credits, successUrl: page, cancelUrl: page });
  return checkoutUrl;
}
