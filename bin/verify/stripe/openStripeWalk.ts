import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ConfigError } from '../../../lib/settings/ConfigError';
import { paymentSettingsOf, paymentVariables } from '../../../lib/payments/settings';
import { createStripePayments } from '../../../lib/payments/stripe';
import { readSettings } from '../../../lib/settings/readVariables';
import type { Variables } from '../../../lib/settings/readVariables';
import type { Walk } from '../Walk';
import type { StripeWalk } from './StripeWalk';

const testKey = /^[sr]k_test_/;

/**
 * Opens the walk with a key of a test mode: no other is used for a single call.
 * @throws ConfigError
 */
export function openStripeWalk(environment: Variables, base: (bases: readonly string[]) => Walk): StripeWalk {
  const given = readSettings(z.object(paymentVariables), environment);
  if (given.STRIPE_SECRET_KEY === undefined) throw new ConfigError('STRIPE_SECRET_KEY: is missing (see .env.example)');
  if (!testKey.test(given.STRIPE_SECRET_KEY))
    throw new ConfigError(
      'STRIPE_SECRET_KEY: is not of a test mode; verify pays, so it takes sk_test_ and rk_test_ only',
    );
  const settings = paymentSettingsOf(given);
  const eventSecret = `whsec_${randomBytes(18).toString('hex')}`;
  const walk = base([settings.apiBase]);
  walk.answers.hide(settings.secretKey, settings.webhookSecret, eventSecret);
  const payments = createStripePayments({ ...settings, webhookSecret: eventSecret });
  return { ...walk, settings, payments, eventSecret, workspaceId: randomUUID() };
}
