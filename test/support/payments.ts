import StripeLibrary from 'stripe';
import { z } from 'zod';
import type { ActivityDeps } from '../../activities';
import type { AppDeps } from '../../api/appDeps';
import type { Metrics } from '../../lib/metrics';
import { createPlanPrices } from '../../lib/payments/planPrices';
import { paymentSettingsOf, paymentVariables } from '../../lib/payments/settings';
import type { PaymentSettings } from '../../lib/payments/settings';
import { createStripePayments } from '../../lib/payments/stripe';
import { PaymentCustomer } from '../../models/billing/PaymentCustomer';
import { Tenant } from '../../models/database/Tenant';
import { stranger } from './actors';
import type { Address, Answer } from './actors';

/** The secret that signs events in tests. */
export const webhookSecret = 'whsec_tests';

/** Payments by the sandbox, or another Stripe, at this address. */
export function paymentSettings(stripeUrl: string): PaymentSettings {
  return readPaymentSettings({ STRIPE_API_BASE: stripeUrl, STRIPE_WEBHOOK_SECRET: webhookSecret });
}

/** The settings as a process reads them from its environment. */
export function readPaymentSettings(environment: Record<string, string>): PaymentSettings {
  return paymentSettingsOf(z.object(paymentVariables).parse(environment));
}

/** The header of an event, made by Stripe's own library. @param ageSeconds how long ago it was signed */
export function signatureOf(payload: string, ageSeconds = 0, secret = webhookSecret): string {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  return StripeLibrary.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** The payments of an API, which compares prices when a test says so. */
export function paymentDeps(
  stripeUrl: string,
  { logger, metrics }: Pick<AppDeps, 'logger'> & { metrics: Metrics },
  changes: Partial<PaymentSettings> = {},
): Pick<AppDeps, 'payments' | 'planPrices'> {
  const settings = { ...paymentSettings(stripeUrl), ...changes };
  const payments = createStripePayments(settings);
  return { payments, planPrices: createPlanPrices({ payments, prices: settings.prices, logger, metrics }) };
}

/** The payments of a worker's activities. */
export function paymentsAt(stripeUrl: string): Pick<ActivityDeps, 'payments' | 'freePlanCredits'> {
  return { payments: createStripePayments(paymentSettings(stripeUrl)), freePlanCredits: 500 };
}

/** Sends an event as Stripe does. */
export async function sendEvent(api: Address, payload: string, signature = signatureOf(payload)): Promise<Answer> {
  return stranger(api)('POST', '/api/v1/billing/stripe/webhook', {
    body: Buffer.from(payload),
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  });
}

/** Stripe's customer of a workspace, as its first checkout makes it. */
export async function buildPaymentCustomer(
  { deps }: { deps: Pick<AppDeps, 'payments'> },
  workspaceId: string,
): Promise<string> {
  return PaymentCustomer.keep(new Tenant(workspaceId, null), await deps.payments.createCustomer(workspaceId));
}
