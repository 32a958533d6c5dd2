import { beginCounts, createMetrics, databaseObserver } from '../../../lib/metrics';

describe('createMetrics', () => {
  it('gives each process metrics of its own', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.cleanupsFailed.inc({ platform: 'youtube' });
    expect(await one.registry.metrics()).toContain('cleanups_failed_total{platform="youtube"} 1');
    expect(await other.registry.metrics()).not.toContain('cleanups_failed_total{');
  });

  it('names them as Prometheus wants: base units, totals of counters, each with a sentence of help', async () => {
    const { registry } = createMetrics();
    const ours = (await registry.getMetricsAsJSON()).filter(({ name }) => !/^(process|nodejs)_/.test(name));
    expect(ours.map(({ name }) => name).sort()).toEqual([
      'assignments_ended_total',
      'assignments_repaired_total',
      'cleanups_failed_total',
      'connection_removals_repaired_total',
      'database_faults_total',
      'database_statement_duration_seconds',
      'http_request_duration_seconds',
      'mails_repaired_total',
      'mails_total',
      'minute_task_runs_total',
      'outbox_dispatches_total',
      'outbox_due',
      'outbox_oldest_seconds',
      'payments_without_credits_total',
      'plan_price_compared_timestamp_seconds',
      'plan_price_differs',
      'plan_price_in_test_mode',
      'platform_offered',
      'publish_delay_seconds',
      'stuck_runs_total',
      'token_renewals_total',
      'tries_failed_total',
      'upload_bytes_total',
      'uploads_deferred_total',
      'uploads_in_flight',
      'webhook_attempts_total',
      'webhook_deliveries_repaired_total',
    ]);
    for (const { name, help, type } of ours) {
      expect(help).toMatch(/^[A-Z].{15,}/);
      expect(name.endsWith('_total')).toBe(String(type) === 'counter');
    }
  });

  it('has the metrics of the process, too', async () => {
    const text = await createMetrics().registry.metrics();
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds']) {
      expect(text).toContain(`# HELP ${name} `);
    }
  });
});

describe('the counts that alerts rest on', () => {
  it('begin at zero, so that the first increase is one', async () => {
    const metrics = createMetrics();
    beginCounts(metrics, ['youtube']);
    databaseObserver(metrics);
    const lines = (await metrics.registry.metrics()).split('\n');
    for (const line of [
      'assignments_ended_total{platform="youtube",status="published",code=""} 0',
      'assignments_ended_total{platform="youtube",status="failed",code="INTERNAL"} 0',
      'tries_failed_total{platform="youtube",code="PLATFORM_UNAVAILABLE"} 0',
      'token_renewals_total{platform="youtube",outcome="refused"} 0',
      'publish_delay_seconds_count{platform="youtube",scheduled="yes"} 0',
      'database_faults_total{fault="disk_full"} 0',
    ])
      expect(lines).toContain(line);
  });
});
