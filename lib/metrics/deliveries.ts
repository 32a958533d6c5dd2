import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

/** Webhooks. */
export function deliveryMetrics(registers: Registry[]) {
  return {
    webhookAttempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts to deliver a webhook: delivered, or the fault',
      labelNames: ['outcome'] as const,
      registers,
    }),
    stuckRuns: new Counter({
      name: 'stuck_runs_total',
      help: 'Runs whose workflow task never ended, which were terminated and replaced',
      registers,
    }),
    deliveriesRepaired: new Counter({
      name: 'webhook_deliveries_repaired_total',
      help: 'Webhook deliveries that had no workflow and were given a new one',
      registers,
    }),
  };
}

/** Mails. */
export function mailMetrics(registers: Registry[]) {
  return {
    mails: new Counter({
      name: 'mails_total',
      help: 'Tries to hand a mail to the mail server: sent, refused for good, or postponed',
      labelNames: ['outcome'] as const,
      registers,
    }),
    mailsRepaired: new Counter({
      name: 'mails_repaired_total',
      help: 'Mails that had no workflow and were given a new one',
      registers,
    }),
  };
}
