import { conflict, Refusal } from '../http/errors';

const withoutPayment = {
  unreachable: 'Payments cannot be reached at the moment. Try again in a moment.',
  price:
    'This plan is not sold at the moment: its price is not right at the payment provider. Nothing is charged. Try again later.',
};

export const nothingBought = conflict('Nothing was bought yet. Buy credits or a plan first.');
export const hasSubscription = conflict('There is a subscription already. Change its plan in the portal.');
export const hasOtherPage = conflict(
  'A page for a plan was opened somewhere else at the same moment. Pay there, or try again.',
);
/** Payments are unavailable for the moment: Stripe does not answer, or would charge another price than is shown. */
export const paymentsDown = new Refusal(
  'UNAVAILABLE',
  (reason: keyof typeof withoutPayment) => withoutPayment[reason],
  'unreachable',
);
