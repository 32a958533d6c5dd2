import { LegendDisplayMode, VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import { DashboardBuilder, DatasourceVariableBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { codesOf } from '../../domain/failures/failures';

interface Panel {
  title: string;
  description: string;
  /** Grafana's name of the unit. */
  unit: string;
  /** PromQL expressions by their legends. */
  lines: Readonly<Record<string, string>>;
}

const ours = codesOf('operator').join('|');
const delay = (share: number): string =>
  `histogram_quantile(${share}, sum by (le) (rate(publish_delay_seconds_bucket{scheduled="yes"}[$__rate_interval])))`;

/** The page of operators: promises to callers first, then what they rest on. */
const panels: readonly Panel[] = [
  {
    title: 'Published posts',
    description: 'Posts that went live, a minute.',
    unit: 'short',
    lines: {
      '{{platform}}': '60 * sum by (platform) (rate(assignments_ended_total{status="published"}[$__rate_interval]))',
    },
  },
  {
    title: 'Delay of scheduled posts',
    description: 'From the time of a post to its publication.',
    unit: 's',
    lines: { half: delay(0.5), '95 of 100': delay(0.95), '99 of 100': delay(0.99) },
  },
  {
    title: 'Late scheduled posts',
    description: 'The share that went live more than a minute late. One of 100 may; 14.4 of 100 fire PublishesAreLate.',
    unit: 'percentunit',
    lines: {
      '5 minutes': 'publishes:scheduled_late:ratio_rate5m',
      '1 hour': 'publishes:scheduled_late:ratio_rate1h',
      '6 hours': 'publishes:scheduled_late:ratio_rate6h',
    },
  },
  {
    title: 'Failed assignments',
    description: 'Assignments that failed, an hour: by faults of this service, and by those of callers and platforms.',
    unit: 'short',
    lines: {
      'ours: {{code}}': `sum by (code) (increase(assignments_ended_total{status="failed", code=~"${ours}"}[1h]))`,
      '{{code}}': `sum by (code) (increase(assignments_ended_total{status="failed", code!~"${ours}"}[1h])) > 0`,
    },
  },
  {
    title: 'Failed tries',
    description: 'Tries of a step that failed and were made again, a minute.',
    unit: 'short',
    lines: {
      '{{platform}} {{code}}': '60 * sum by (platform, code) (rate(tries_failed_total[$__rate_interval])) > 0',
    },
  },
  {
    title: 'Oldest outbox entry',
    description: 'Entries without a line wait for Temporal only, others for a place of their workspace.',
    unit: 's',
    lines: { '{{line}}': 'max by (line) (outbox_oldest_seconds)' },
  },
  {
    title: 'Webhook attempts',
    description: 'Attempts to deliver a webhook, a minute, by outcome.',
    unit: 'short',
    lines: { '{{outcome}}': '60 * sum by (outcome) (rate(webhook_attempts_total[$__rate_interval]))' },
  },
  {
    title: 'Oldest webhook',
    description: 'The age of the oldest webhook that is neither delivered nor given up.',
    unit: 's',
    lines: { oldest: 'max(webhook_oldest_seconds)' },
  },
  {
    title: 'Free slots of the workers',
    description: 'The share of the slots that are free, by queue. A queue without free slots is not polled.',
    unit: 'percentunit',
    lines: {
      '{{task_queue}} {{worker_type}}':
        'sum by (task_queue, worker_type) (temporal_worker_task_slots_available) / ' +
        '(sum by (task_queue, worker_type) (temporal_worker_task_slots_available) + ' +
        'sum by (task_queue, worker_type) (temporal_worker_task_slots_used))',
    },
  },
  {
    title: 'Requests of the workers to Temporal',
    description: 'The time within which 95 of 100 are answered, by operation.',
    unit: 's',
    lines: {
      '{{operation}}':
        'histogram_quantile(0.95, sum by (le, operation) (rate(temporal_request_latency_seconds_bucket[$__rate_interval])))',
    },
  },
  {
    title: 'Connections to the database',
    description: 'Connections by state, and the statements that wait for one.',
    unit: 'short',
    lines: {
      '{{state}}': 'sum by (state) (database_connections)',
      waiting: 'sum(database_connections_waiting)',
    },
  },
  {
    title: 'Left of the daily quotas',
    description: 'The share of the daily quota of a platform that is left.',
    unit: 'percentunit',
    lines: {
      '{{platform}} {{bucket}}':
        'max by (platform, bucket) (platform_quota_left) / ' +
        '(max by (platform, bucket) (platform_quota_left) + max by (platform, bucket) (platform_quota_used))',
    },
  },
];

/** ops/grafana/content-delivery.json: a dashboard of Grafana. Its data source is chosen on the page. */
export function operatorsDashboard(): Dashboard {
  const dashboard = new DashboardBuilder('Content delivery')
    .uid('content-delivery')
    .tags(['content-delivery'])
    .refresh('1m')
    .time({ from: 'now-6h', to: 'now' })
    .timezone('browser')
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'));
  for (const panel of panels) dashboard.withPanel(builderOf(panel));
  return dashboard.build();
}

const refIds = 'ABCDEFGH';

/** Three panels are side by side. */
function builderOf({ title, description, unit, lines }: Panel): PanelBuilder {
  const builder = new PanelBuilder()
    .title(title)
    .description(description)
    .unit(unit)
    .min(0)
    .span(8)
    .height(8)
    .legend(new VizLegendOptionsBuilder().showLegend(true).displayMode(LegendDisplayMode.List))
    .datasource({ type: 'prometheus', uid: '${datasource}' });
  Object.entries(lines).forEach(([legend, expr], index) => {
    builder.withTarget(new DataqueryBuilder().refId(refIds.charAt(index)).expr(expr).legendFormat(legend));
  });
  return builder;
}
