import { conflict, Refusal } from '../http/errors';

export const nothingBought = conflict('Nothing was bought yet. Buy credits or a plan first.');
export const hasSubscription = conflict('There is a subscription already. Change its plan in the portal.');
export const hasOtherPage = conflict(
  'A page for a plan was opened somewhere else at the same moment. Pay there, or try again.',
);
export const paymentsDown = new Refusal(
  'UNAVAILABLE',
  () => 'Payments cannot be reached at the moment. Try again in a moment.',
);
