import { Router } from 'express';
import { z } from 'zod';
import { BadControl, readBody } from '../controls/body';
import type { StripeObject } from './objects';
import type { Charge, Dispute } from './records';
import { newId, secondsOf } from './store';
import type { StripeContext } from './store';

const DisputeBody = z.strictObject({
  charge: z.string(),
  amount: z.int().positive().optional(),
  inquiry: z.boolean().default(false),
});
const DecisionBody = z.strictObject({ dispute: z.string(), status: z.enum(['won', 'lost', 'warning_closed']) });

/** `/_sandbox/stripe/disputes`: the complaints of card holders to their banks, and the decisions of the banks. */
export function disputeControls(context: StripeContext): Router {
  const { store } = context;
  const router = Router();
  router.post('/', async (req, res) => {
    const { charge: id, amount, inquiry: isInquiry } = await readBody(req, DisputeBody);
    const charge = found(store.charges.get(id), 'charge');
    if (charge.status === 'failed' || (amount ?? 0) > charge.amount) throw new BadControl('there was not as much paid');
    res.json({ id: dispute(context, charge, { amount: amount ?? charge.amount, isInquiry }).id });
  });
  router.post('/close', async (req, res) => {
    const { dispute: id, status } = await readBody(req, DecisionBody);
    closeDispute(context, found(store.disputes.get(id), 'dispute'), status);
    res.status(204).end();
  });
  return router;
}

/** @throws BadControl where there is no record */
export function found<T>(record: T | undefined, what: string): T {
  if (record === undefined) throw new BadControl(`there is no such ${what}`);
  return record;
}

/** The holder of the card disputes a part of a charge, or only asks about it (`isInquiry`). */
export function dispute(
  { store, clock, announce }: StripeContext,
  charge: Charge,
  { amount, isInquiry }: { amount: number; isInquiry: boolean },
): Dispute {
  const { id, paymentIntent } = charge;
  const status = isInquiry ? 'warning_needs_response' : 'needs_response';
  const made = { id: newId('du'), created: secondsOf(clock), charge: id, paymentIntent, amount, status } as const;
  store.disputes.put(made.id, made);
  announce('charge.dispute.created', disputeObject(made));
  return made;
}

/** The bank has decided. */
function closeDispute({ store, announce }: StripeContext, open: Dispute, status: Dispute['status']): void {
  const closed = { ...open, status };
  store.disputes.put(open.id, closed);
  announce('charge.dispute.closed', disputeObject(closed));
}

/** A dispute, which does not repeat the metadata of its charge (https://docs.stripe.com/api/disputes/object). */
function disputeObject({ id, created, charge, paymentIntent, amount, status }: Dispute): StripeObject {
  const isInquiry = status.startsWith('warning_');
  return {
    id,
    object: 'dispute',
    created,
    livemode: false,
    amount,
    currency: 'usd',
    charge,
    payment_intent: paymentIntent,
    status,
    reason: 'fraudulent',
    is_charge_refundable: isInquiry,
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    metadata: {},
  };
}
