import { credits } from '../amounts';

export const texts = {
  leftTitle: 'Payment not completed',
  left: 'You left the payment page, so nothing was paid. Your credits and plan stay as they were.',
  paidTitle: 'Payment received',
  pendingTitle: 'Payment pending',
  pending: 'Your payment is being confirmed. This takes a few seconds.',
  late: 'Your payment is not confirmed yet. Some banks need a few days. What you bought is added automatically once the payment arrives.',
  backToBilling: 'Back to billing',
  creditsAdded: (bought: number, balance: number) => `${credits(bought)} added. You now have ${credits(balance)}.`,
  planChangesLater: (next: string, current: string) =>
    `Your plan changes to ${next} in the next billing cycle. Until then, you stay on ${current}.`,
  planChanged: (plan: string, monthlyCredits: number) =>
    `Your plan is now ${plan}: ${credits(monthlyCredits)} per billing cycle.`,
};
