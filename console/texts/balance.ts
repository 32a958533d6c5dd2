import { credits } from './amounts';

/** The credits that are left. */
export const texts = {
  title: (balance: number) => `${credits(balance)} left in the workspace`,
  plan: (name: string) => `${name} plan`,
  progress: 'Credits used this billing cycle',
  /** Followed by the time of the next cycle. */
  used: (used: number, monthly: number) =>
    `${used.toLocaleString('en')} of ${credits(monthly)} used or held this billing cycle. The next cycle starts`,
};
