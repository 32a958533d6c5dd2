import { counted } from './amounts';

/** Webhooks in a list. */
export const texts = {
  columns: { event: 'Event', lastAttempt: 'Last attempt', url: 'URL' },
  webhook: (event: string, url: string) => `${event}: webhook to ${url}`,
  webhookNamed: (event: string, url: string) => `the webhook “${event}” to ${url}`,
  http: (status: number) => `HTTP ${status}`,
  notTried: 'None yet',
  attempts: (attempts: number) => counted(attempts, 'attempt'),
  redeliver: 'Redeliver',
  redeliverNamed: (name: string) => `Redeliver ${name}`,
  redelivered: 'Redelivery started.',
  isUnderWay: 'Delivery in progress. Failed attempts are retried automatically.',
};
