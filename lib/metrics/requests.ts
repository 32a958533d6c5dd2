import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** Requests of callers. */
export function requestMetrics(registers: Registry[]) {
  return {
    httpRequestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of the answer',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
  };
}

/** The promises of requests, until Temporal has them. */
export function outboxMetrics(registers: Registry[]) {
  return {
    minuteTaskRuns: new Counter({
      name: 'minute_task_runs_total',
      help: 'Runs of minute tasks in this process, by task and outcome: done or failed',
      labelNames: ['task', 'outcome'] as const,
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
