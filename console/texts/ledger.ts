/** Entries of the ledger, subscriptions, and operations that cost credits. */
export const texts = {
  /** Kinds of ledger entry. */
  entries: {
    grant: { label: 'Granted', meaning: 'Credits from the plan' },
    hold: { label: 'Held', meaning: 'Reserved until the post is finished' },
    charge: { label: 'Charged', meaning: 'Held credits were spent' },
    release: { label: 'Released', meaning: 'Held credits are available again' },
    expire: { label: 'Expired', meaning: 'The billing cycle has ended' },
    purchase: { label: 'Bought', meaning: 'Credits in addition to the plan' },
    adjust: { label: 'Adjusted', meaning: 'A correction, such as a refund' },
  },
  subscriptions: { active: 'Active', past_due: 'Payment overdue', canceled: 'Cancelled' },
  /** Operations that cost credits, beside publishing. */
  operations: {
    update: 'Update to a published post',
    channelStats: 'Live stats for a channel',
    postStats: 'Live stats for a post',
  },
};
