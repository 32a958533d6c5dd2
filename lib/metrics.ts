import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics of one process, in Prometheus's names and units. Served at /metrics of the internal port. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    ...requestMetrics(registers),
    ...publishMetrics(registers),
    ...deliveryMetrics(registers),
    ...mailMetrics(registers),
    platformOffered: new Gauge({
      name: 'platform_offered',
      help: 'Platforms by slug: 1 if its settings are there; 0 if not, so that nothing is published to it and its assignments wait',
      labelNames: ['platform'] as const,
      registers,
    }),
    minuteTaskRuns: new Counter({
      name: 'minute_task_runs_total',
      help: 'Runs of minute tasks in this process, by task and outcome: done or failed',
      labelNames: ['task', 'outcome'] as const,
      registers,
    }),
    ...paymentMetrics(registers),
  };
}

/** Payments for credits and plans. */
function paymentMetrics(registers: Registry[]) {
  return {
    paymentsWithoutCredits: new Counter({
      name: 'payments_without_credits_total',
      help: 'Payments for credits that brought none: the purchase is unknown, or less was paid than it was to cost',
      labelNames: ['outcome'] as const,
      registers,
    }),
    planPriceDiffers: new Gauge({
      name: 'plan_price_differs',
      help: 'Plans: 1 if Stripe would charge another price than is shown, so that the plan is not sold; 0 if not',
      labelNames: ['plan'] as const,
      registers,
    }),
    planPriceComparedSeconds: new Gauge({
      name: 'plan_price_compared_timestamp_seconds',
      help: 'Plans: when their price at Stripe was last compared with the price that is shown',
      labelNames: ['plan'] as const,
      registers,
    }),
    planPriceInTestMode: new Gauge({
      name: 'plan_price_in_test_mode',
      help: 'Plans: 1 if their price is that of a sandbox or of a test mode of Stripe, so that nobody is charged; 0 if not',
      labelNames: ['plan'] as const,
      registers,
    }),
  };
}

/** Requests of callers, and the promises that they make. */
function requestMetrics(registers: Registry[]) {
  return {
    httpRequestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of the answer',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    databaseStatementSeconds: new Histogram({
      name: 'database_statement_duration_seconds',
      help: 'Time of a statement of the database, by its name',
      labelNames: ['statement'] as const,
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers,
    }),
    dispatches: new Counter({
      name: 'outbox_dispatches_total',
      help: 'Outbox entries handed to Temporal, by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    outboxDue: new Gauge({
      name: 'outbox_due',
      help: 'Outbox entries that are due and not dispatched, by the line in which they wait for a place',
      labelNames: ['line'] as const,
      registers,
    }),
    outboxOldestSeconds: new Gauge({
      name: 'outbox_oldest_seconds',
      help: 'Age of the oldest outbox entry that is due and not dispatched, by the line in which it waits for a place',
      labelNames: ['line'] as const,
      registers,
    }),
  };
}

/** Work at the platforms. */
function publishMetrics(registers: Registry[]) {
  return {
    uploadBytes: new Counter({
      name: 'upload_bytes_total',
      help: 'Media bytes handed to platforms',
      labelNames: ['platform'] as const,
      registers,
    }),
    uploadsInFlight: new Gauge({
      name: 'uploads_in_flight',
      help: 'Media transfers running now',
      labelNames: ['platform'] as const,
      registers,
    }),
    uploadsDeferred: new Counter({
      name: 'uploads_deferred_total',
      help: 'Tries of a transfer that ended at once, since the workspace had as many under way as it may have',
      labelNames: ['platform'] as const,
      registers,
    }),
    assignmentsEnded: new Counter({
      name: 'assignments_ended_total',
      help: 'Assignments that reached an end, by platform, status and error code',
      labelNames: ['platform', 'status', 'code'] as const,
      registers,
    }),
    assignmentsRepaired: new Counter({
      name: 'assignments_repaired_total',
      help: 'Assignments that had no workflow and were given a new one',
      registers,
    }),
    removalsRepaired: new Counter({
      name: 'connection_removals_repaired_total',
      help: 'Removals of connections that had no workflow and were given a new one',
      registers,
    }),
    tokenRenewals: new Counter({
      name: 'token_renewals_total',
      help: 'Renewals of tokens ahead of need: renewed, refused by the platform, or failed for now',
      labelNames: ['platform', 'outcome'] as const,
      registers,
    }),
    cleanupsFailed: new Counter({
      name: 'cleanups_failed_total',
      help: 'Half-made posts that could not be removed from a platform',
      labelNames: ['platform'] as const,
      registers,
    }),
  };
}

/** Webhooks. */
function deliveryMetrics(registers: Registry[]) {
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
function mailMetrics(registers: Registry[]) {
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

/** Hears of each statement of the database with a name (models/database/statement.ts). */
export function statementObserver({ databaseStatementSeconds }: Pick<Metrics, 'databaseStatementSeconds'>) {
  return (statement: string, seconds: number): void => databaseStatementSeconds.observe({ statement }, seconds);
}
