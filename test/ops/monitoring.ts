import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stringify } from 'yaml';
import { evaluate } from '../support/programs';
import { findPrometheus } from '../support/servers/debianPrometheus';
import { startServer } from '../support/servers/server';
import { openTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { readExpression } from './promql';
import { ruleFiles } from './rules';
import type { Rule } from './rules';

/** An alert as Alertmanager hands it to a receiver. */
export interface Told {
  status: 'firing' | 'resolved';
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/** A process that Prometheus reads. */
export interface Target {
  job: string;
  internalUrl: string;
}

export interface Monitoring {
  /** Reads these processes from now on, and no others. */
  watch: (targets: readonly Target[]) => void;
  /** All that the receiver was told so far. */
  told: readonly Told[];
  /** The value of an expression at this moment, of its first series. */
  ask: (expression: string) => Promise<number | undefined>;
  stop: () => Promise<void>;
}

const unitsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration of Prometheus, so many times shorter. */
export function shortened(duration: string, factor: number): string {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const ms = Number(count) * unitsMs[unit]!;
  if (!Number.isFinite(ms)) throw new Error(`no duration: ${duration}`);
  return `${Math.round(ms / factor)}ms`;
}

/** A rule whose windows are so many times shorter, and which is the same otherwise. */
export function withShortWindows(rule: Rule, factor: number): Rule {
  const { durations } = readExpression(rule.expr);
  const expr = durations.toReversed().reduce((text, { from, to, text: duration }) => {
    return text.slice(0, from) + shortened(duration, factor) + text.slice(to);
  }, rule.expr);
  return { ...rule, expr, ...(rule.for !== undefined && { for: shortened(rule.for, factor) }) };
}

/** Prometheus, Alertmanager and a receiver of its alerts, with the rules of the project. @param factor how many times shorter the windows are */
export async function startMonitoring(factor: number, first: readonly Target[]): Promise<Monitoring> {
  const told: Told[] = [];
  const receiver = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      told.push(...(JSON.parse(Buffer.concat(chunks).toString()) as { alerts: Told[] }).alerts);
      response.end();
    });
  });
  const folder = openTempDir();
  const [prometheusAt, alertmanagerAt] = await reservePorts(2);
  const watch: Monitoring['watch'] = (targets) =>
    folder.write('targets.json', JSON.stringify(targets.map(({ job, internalUrl }) => groupOf(job, internalUrl))));
  watch(first);
  for (const { name, content } of ruleFiles) {
    const groups = content.groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => withShortWindows(rule, factor)),
    }));
    folder.write(`rules/${name}`, stringify({ groups }));
  }
  folder.write('prometheus.yml', stringify(prometheusConfig(folder.path, alertmanagerAt!, shortened('10s', factor))));
  folder.write('alertmanager.yml', stringify(alertmanagerConfig(receiver.url)));
  const programs = await findPrometheus();
  const running = [
    start([
      ...programs.alertmanager,
      `--config.file=${folder.at('alertmanager.yml')}`,
      `--storage.path=${folder.at('alertmanager')}`,
      `--web.listen-address=${alertmanagerAt}`,
      '--cluster.listen-address=',
    ]),
    start([
      ...programs.prometheus,
      `--config.file=${folder.at('prometheus.yml')}`,
      `--storage.tsdb.path=${folder.at('prometheus')}`,
      `--web.listen-address=${prometheusAt}`,
    ]),
  ];
  for (const address of [alertmanagerAt, prometheusAt]) {
    const isReady = async () => (await fetch(`http://${address}/-/ready`)).ok;
    await until(isReady, {
      isForgiving: true,
      wanted: `${address} is ready: ${running.map(({ said }) => said()).join('\n')}`,
    });
  }
  return {
    watch,
    told,
    ask: async (expression) => {
      const answer = await fetch(`http://${prometheusAt}/api/v1/query?query=${encodeURIComponent(expression)}`);
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
      return data.result[0] && Number(data.result[0].value[1]);
    },
    stop: async () => {
      await Promise.all(running.map(async ({ end }) => end()));
      await receiver.stop();
      folder.stop();
    },
  };
}

function groupOf(job: string, internalUrl: string) {
  return { targets: [new URL(internalUrl).host], labels: { job } };
}

function prometheusConfig(folder: string, alertmanager: string, interval: string) {
  return {
    global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
    rule_files: [`${folder}/rules/*.yml`],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
    scrape_configs: [
      {
        job_name: 'content-delivery',
        file_sd_configs: [{ files: [`${folder}/targets.json`], refresh_interval: '1s' }],
      },
    ],
  };
}

function alertmanagerConfig(url: string) {
  const route = {
    receiver: 'operator',
    group_by: ['...'],
    group_wait: '0s',
    group_interval: '1s',
    repeat_interval: '1h',
  };
  return { route, receivers: [{ name: 'operator', webhook_configs: [{ url, send_resolved: true }] }] };
}

/** Addresses on which nothing listens. */
async function reservePorts(count: number): Promise<string[]> {
  const code = `import { reserve } from './bin/local/servers/ports.mjs';
    const held = await Promise.all(Array.from({ length: Number(process.argv[1]) }, () => reserve()));
    console.log(JSON.stringify(held.map(({ port }) => '127.0.0.1:' + port)));
    for (const { release } of held) await release();`;
  return evaluate<string[]>(code, '--', String(count));
}

/** Starts a program; it ends with this process at the latest. */
function start([program = '', ...words]: readonly string[]) {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const killWithUs = (): unknown => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const exited = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)));
  return {
    said: () => said,
    end: async (): Promise<void> => {
      child.kill('SIGTERM');
      await exited;
      process.removeListener('exit', killWithUs);
    },
  };
}
