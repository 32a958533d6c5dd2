import { z } from 'zod';
import { BadSignature } from '../../lib/payments/Payments';
import type { PaymentEvent } from '../../lib/payments/Payments';
import { BookedEvent } from '../../models/billing/BookedEvent';
import type { BillingDeps } from './deps';
import { invalid, notValid } from '../http/errors';
import { bodyTooLarge, bodyTooLate } from '../http/refusals';
import type { PublicPrincipal } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import { bookEvent } from './bookEvent';
import { paymentsDown } from './refusals';

/** The only header of Stripe that the service reads. */
export const signatureHeader = 'Stripe-Signature';

export const receiveStripeEvent = defineUseCase({
  name: 'receiveStripeEvent',
  action: 'public',
  summary: 'An event of Stripe',
  description:
    'For Stripe alone: the signature is checked over the bytes of the body. Each event is booked once, in whatever order ' +
    'they come. An event that does not concern this service is answered 200, too.',
  input: z.object({ body: z.instanceof(Buffer), signature: z.string() }),
  refuses: [notValid, bodyTooLarge, bodyTooLate, paymentsDown],
  run: async ({ deps }: Context<PublicPrincipal, BillingDeps>, { body, signature }) => {
    const event = readEvent(deps, { body, signature, receivedAtMs: await BookedEvent.clockMs() });
    if (!(await BookedEvent.isBooked(event.id))) await bookEvent(deps, event);
    return { received: true } as const;
  },
});

interface SignedEvent {
  body: Buffer;
  signature: string;
  receivedAtMs: number;
}

function readEvent({ payments, logger }: BillingDeps, { body, signature, receivedAtMs }: SignedEvent): PaymentEvent {
  try {
    return payments.readEvent(body, signature, receivedAtMs);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    logger.warn({ reason: error.message }, 'an event of Stripe was refused');
    throw invalid({ [signatureHeader]: ['does not fit the body, or is older than 5 minutes'] });
  }
}
