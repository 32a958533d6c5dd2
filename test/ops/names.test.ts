import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorsDashboard } from '../../bin/docs/dashboard';
import { root } from '../support/programs';
import { useDeployment } from '../support/runs/deployment';
import { use } from '../support/use';
import { readExpression } from './promql';
import type { Selector } from './promql';
import { rules } from './rules';

const file = join('ops', 'grafana', 'content-delivery.json');
const written = readFileSync(join(root, file), 'utf8');
const { panels } = JSON.parse(written) as { panels: { title: string; targets: { expr: string; refId: string }[] }[] };
/** Grafana puts a duration in the place of its variable. */
const ofPanels = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')));

/** Labels that Prometheus adds to what it reads. */
const added = ['job', 'instance'];

/** The names of metrics that are served, each with the labels of its series. */
type Served = ReadonlyMap<string, ReadonlySet<string>>;

function servedIn(text: string): Served {
  const served = new Map<string, Set<string>>();
  const note = (name: string) => served.get(name) ?? served.set(name, new Set()).get(name)!;
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const end of kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) note(name + end);
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) note(name).add(label);
  return served;
}

/** Counters that Temporal's SDK serves from the first failure on, by its own source. */
function failuresOfSdk(): string[] {
  const crates = join(root, 'node_modules/@temporalio/core-bridge/sdk-core/crates');
  return ['client/src/metrics.rs', 'sdk-core/src/telemetry/metrics.rs']
    .flatMap((source) =>
      Array.from(readFileSync(join(crates, source), 'utf8').matchAll(/name: "(\w*fail\w*)"/g), ([, name]) => name),
    )
    .map((name) => `temporal_${name}_total`);
}

const deployment = useDeployment();
const served = use(async () => {
  const running = [await deployment.up('api'), await deployment.up('worker')];
  const published = await deployment.submit(await deployment.connect());
  await deployment.outcomeOf(published);
  const texts = await Promise.all(
    running.map(async (one) => (await fetch(`${(await one.ready()).internalUrl}/metrics`)).text()),
  );
  return Object.assign(servedIn(texts.join('\n')), { stop: async () => undefined });
});

/** The faults of selectors: a metric that nobody serves, or a label that the series of a metric do not have. */
function faultsOf(selectors: readonly Selector[], recorded: readonly string[]): string[] {
  const known = [...recorded, ...failuresOfSdk()];
  return selectors.flatMap(({ metric, labels }) => {
    const own = served.get(metric);
    if (!own) return known.includes(metric) ? [] : [`${metric} is served by nobody`];
    const strange = Object.keys(labels).filter((label) => own.size > 0 && !own.has(label) && !added.includes(label));
    return strange.map((label) => `${metric} has no label ${label}`);
  });
}

const recorded = rules.flatMap(({ record = [] }) => record);
const selectorsIn = (expressions: readonly string[]) => expressions.flatMap((text) => readExpression(text).selectors);

describe('the metrics of the rules', () => {
  it('are those of a running API and worker, with their labels', () => {
    const selectors = selectorsIn(rules.map(({ expr }) => expr));
    expect(selectors.length).toBeGreaterThan(30);
    expect(faultsOf(selectors, recorded)).toEqual([]);
  });

  it.each([
    ['publish_delay_sum', ['publish_delay_sum is served by nobody']],
    ['outbox_due{queue="none"}', ['outbox_due has no label queue']],
    ['outbox_due{line="none", job="worker"}', []],
    ['temporal_long_request_failure_total', []],
    ['temporal_long_failure_total', ['temporal_long_failure_total is served by nobody']],
  ])('are judged: %s', (text, faults) => {
    expect(faultsOf(selectorsIn([text]), recorded)).toEqual(faults);
  });
});

describe('the dashboard', () => {
  it('is that of its code', () => {
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(operatorsDashboard())));
  });

  it('has twelve panels, each with a title of its own and a letter for each line', () => {
    expect(new Set(panels.map(({ title }) => title)).size).toBe(12);
    for (const { targets } of panels)
      expect(targets.map(({ refId }) => refId)).toEqual(['A', 'B', 'C'].slice(0, targets.length));
  });

  it('asks for what a running API and worker serve, or a rule records', () => {
    const selectors = selectorsIn(ofPanels);
    expect(selectors.length).toBeGreaterThan(12);
    expect(faultsOf(selectors, recorded)).toEqual([]);
  });
});

describe('an expression', () => {
  it.each(['sum(rate(outbox_due[5m])', 'sum by (line outbox_due', 'outbox_due{line=}'])('is refused: %s', (text) => {
    expect(() => readExpression(text)).toThrow('no PromQL');
  });
});
