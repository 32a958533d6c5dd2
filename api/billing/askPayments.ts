import { PaymentFailure } from '../../lib/payments/Payments';
import type { BaseDeps } from '../deps';
import { invalid } from '../http/errors';
import { paymentsDown } from './refusals';

const retryAfterSeconds = '5';

/**
 * Asks Stripe while the caller waits.
 * @param fields the caller's field for each address that Stripe judges, by Stripe's names
 * @throws ApiError 400 for an address that Stripe does not take, 503 for a missing answer or a refusal
 */
export async function askPayments<T>(
  { logger }: Pick<BaseDeps, 'logger'>,
  call: () => Promise<T>,
  fields: Readonly<Record<string, string>> = {},
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    const field = fields[error.parameter ?? ''];
    if (error.reason === 'url' && field !== undefined) throw invalid({ [field]: ['is no address that Stripe takes'] });
    logger[error.reason === 'down' ? 'warn' : 'error']({ reason: error.message }, 'payments are not available');
    throw paymentsDown.errorWith({ headers: { 'Retry-After': retryAfterSeconds } }, 'unreachable');
  }
}
