import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { parse } from 'yaml';
import { pino } from 'pino';
import { housekeeping, retentionDays, searchAttributeTypes } from '../domain/workflowContract';
import { failureKinds } from '../domain/failures/failures';
import { settings as readSettings } from '../bin/docs/settings';
import { readConfig } from '../lib/config';
import { platformModules } from '../platforms';
import { minuteTaskNames } from '../models/housekeeping/minuteTasks';
import { startInternalServer } from '../lib/internalServer';
import { createMetrics } from '../lib/metrics';

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string | null>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  healthcheck?: object;
}

const root = join(__dirname, '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const composeText = textOf('docker-compose.yml');
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
};
const dockerfile = textOf('Dockerfile');
const localTemporal = textOf('bin/local/servers/temporal.mjs');

const namesIn = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, name]) => name!);
/** Temporal's own settings are read elsewhere, and are the same in every container. */
const settings = readSettings()
  .map(({ name }) => name)
  .filter((name) => !/^TEMPORAL_(ADDRESS|NAMESPACE)$/.test(name));
/** The same inside every container. */
const fixed = ['PORT', 'HOST', 'INTERNAL_PORT'];
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'content-delivery');

const secrets: Record<string, string> = {
  POSTGRES_PASSWORD: 'f00',
  SECRETS_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  JWT_SECRET: `k1:${Buffer.alloc(32, 8).toString('base64')}`,
};
/** With one platform. */
const given = { ...secrets, FACEBOOK_APP_ID: 'id', FACEBOOK_APP_SECRET: 'secret' };

/** Compose's rules for `${NAME:-default}`, `${NAME:?message}`, and a variable without a value, which is passed on. */
function environmentOf(service: Service, outside: Record<string, string>): Record<string, string | undefined> {
  const entries = Object.entries(service.environment ?? {}).map(([name, value]) => [
    name,
    value === null ? outside[name] : interpolate(value, outside),
  ]);
  return Object.fromEntries(entries);
}

function interpolate(text: string, outside: Record<string, string>): string {
  return text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
    const value = outside[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name} is required: ${rest}`);
    return value === '' ? rest : value;
  });
}

describe('docker-compose.yml', () => {
  it('runs each process of the service, and once each assignment that one of them needs', () => {
    expect(ours.map(([name, { command }]) => [name, command])).toEqual([
      ['api', ['api']],
      ['worker', ['worker']],
      ['migrate', ['migrate', 'up']],
    ]);
    for (const { depends_on: needed = {} } of Object.values(compose.services)) {
      for (const [name, { condition }] of Object.entries(needed)) {
        const isChecked = compose.services[name]?.healthcheck !== undefined;
        const isAssignment = ['migrate', 'temporal-schema', 'temporal-namespace'].includes(name);
        expect([name, condition]).toEqual([name, isAssignment ? 'service_completed_successfully' : 'service_healthy']);
        expect([name, isAssignment || isChecked]).toEqual([name, true]);
      }
    }
  });

  it.each(ours)(
    '%s is given every setting that the service and its platforms read, and nothing else',
    (_name, { environment }) => {
      const names = Object.keys(environment ?? {}).filter((name) => !/^TEMPORAL_(ADDRESS|NAMESPACE)$/.test(name));
      expect(names.toSorted()).toEqual(settings.filter((name) => !fixed.includes(name)).toSorted());
    },
  );

  it.each(ours)('%s starts with the required variables alone', (_name, service) => {
    const config = readConfig(platformModules, environmentOf(service, given));

    expect(config).toMatchObject({
      databaseUrl: 'postgres://content_delivery:f00@postgres:5432/content_delivery',
      baseUrl: 'http://localhost:3000',
      outboundAllow: [],
    });
    expect(
      readConfig(platformModules, environmentOf(service, { ...given, WEBHOOK_DELAYS: '1,2' })).webhookDelaysMs,
    ).toEqual([1000, 2000]);
  });

  it.each(Object.keys(secrets))('has no default for %s: without it nothing starts', (name) => {
    expect(() => environmentOf(compose.services.api!, { ...given, [name]: '' })).toThrow(`${name} is required: `);
    const uses = namesIn(composeText, new RegExp(`\\$\\{${name}([^}]*)\\}`, 'g'));
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toMatch(/^:\?\w/);
  });

  it('registers the search attributes and the retention that the workflows count on', () => {
    const command = compose.services['temporal-namespace']?.command?.join('\n') ?? '';
    const registered = Array.from(command.matchAll(/--name (\w+) --type (\w+)/g), ([, name, type]) => [
      name!,
      type!.toUpperCase(),
    ]);
    expect(Object.fromEntries(registered)).toEqual(searchAttributeTypes);
    expect(command.match(/--name/g)).toHaveLength(registered.length);
    expect(command).toContain(`--retention ${retentionDays}d`);
  });

  it('gives the Temporal server the settings of its Go runtime that a local one has', () => {
    const text = /^const goRuntime = \{(.*)\};$/m.exec(localTemporal)![1]!;
    const local = Object.fromEntries(Array.from(text.matchAll(/(\w+): '(\w+)'/g), ([, name, value]) => [name, value]));
    expect(local).toMatchObject({ GOGC: expect.any(String), GOMEMLIMIT: expect.any(String) });
    expect(compose.services['temporal']?.environment).toMatchObject(local);
  });

  it('gives the Temporal server the dynamic configuration that a local one has, one partition for each queue included', () => {
    const block = /^const dynamicConfig = \{\n([^}]*)\};$/m.exec(localTemporal)![1]!;
    const local = Object.fromEntries(
      Array.from(block.matchAll(/'([\w.]+)': '(.+)'/g), ([, key, value]) => [
        key,
        [{ value: JSON.parse(value!) as unknown }],
      ]),
    );
    expect(parse(compose.configs['temporal-dynamic-config']!.content)).toEqual(local);
    expect(local).toMatchObject({ 'matching.numTaskqueueReadPartitions': [{ value: 1 }] });
  });

  it('publishes the API to everybody, the Temporal UI to this machine, and nothing else', () => {
    const published = Object.entries(compose.services).flatMap(([name, service]) =>
      'ports' in service ? [[name, service.ports]] : [],
    );
    expect(published).toEqual([
      ['api', ['${API_PORT:-3000}:3000']],
      ['temporal-ui', ['127.0.0.1:8233:8080']],
    ]);
  });
});

describe('docker-compose.balanced.yml', () => {
  const { services } = parse(textOf('docker-compose.balanced.yml'), { logLevel: 'error' }) as {
    services: Record<string, Service>;
  };
  const balancer = textOf('ops/balancer/haproxy.cfg');

  it('publishes the balancer in place of the API', () => {
    expect(services['api']).toMatchObject({ ports: [] });
    expect(services['balancer']).toMatchObject({ ports: compose.services['api']!.ports });
  });

  it('asks the APIs where they answer whether they are ready', () => {
    const [, internalPort] = /^ENV INTERNAL_PORT=(\d+)$/m.exec(dockerfile)!;
    const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile)!;
    expect(balancer).toContain('option httpchk GET /ready\n');
    expect(balancer).toContain(`check port ${internalPort} `);
    expect(balancer).toMatch(new RegExp(`^  server-template api \\d+ api:${port} `, 'm'));
  });

  it('sees that an API stops while that API still takes connections', () => {
    const [, seconds] = / inter (\d+)s rise 1 fall 1$/m.exec(balancer)!;
    const { shutdownDelayMs } = readConfig(platformModules, environmentOf(compose.services['api']!, given));
    expect(Number(seconds) * 2000).toBeLessThan(shutdownDelayMs);
  });
});

describe('the image', () => {
  const json = (instruction: string): string[] =>
    JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)![1]!);
  const health: string[] = JSON.parse(/^HEALTHCHECK[^[]*(\[.*\])$/m.exec(dockerfile)![1]!);

  it('begins as the API, not as root, in the folder whose files are its commands', () => {
    expect([json('ENTRYPOINT'), json('CMD')]).toEqual([['node', '--enable-source-maps'], ['api']]);
    expect(dockerfile.trimEnd().split('\n').slice(-3)[0]).toBe('WORKDIR /app/dist/bin');
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
    expect(dockerfile).toMatch(/^ENV NODE_ENV=production$/m);
    expect(dockerfile).not.toMatch(/^(?:ENV|ARG) .*(?:SECRET|PASSWORD|TOKEN)/m);
  });

  it.each([
    [['api'], 'DATABASE_URL: is missing'],
    [['worker'], 'DATABASE_URL: is missing'],
    [['migrate', 'up'], 'DATABASE_URL: is missing'],
    [['admin'], 'secrets reencrypt'],
  ])('has the command %s', (command, said) => {
    const [node = '', ...options] = json('ENTRYPOINT');
    const { PATH } = process.env;
    const run = spawnSync(node, [...options, ...command], {
      cwd: join(root, 'dist/bin'),
      env: { PATH },
      encoding: 'utf8',
    });

    expect(run.stderr).toContain(said);
    expect(run.status).toBe(2);
  });

  it('is built from what the compiler reads of the service, the console, the code of callers in it, their pages, and nothing else', () => {
    const [first, ...exceptions] = textOf('.dockerignore')
      .split('\n')
      .filter((line) => !/^(#.*)?$/.test(line));
    const { include } = JSON.parse(textOf('tsconfig.json')) as { include: string[] };
    const others = ['sandbox', 'bench', 'test'];
    const folders = ['clients', 'console', ...include.filter((folder) => !others.includes(folder))];
    const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
    const pages = JSON.parse(textOf('dist/callerPages.json')) as { path: string }[];
    const docs = new Set(
      ['README.md', ...pages.map(({ path }) => path.replace(/\/.*/, ''))].map((name) => `docs/${name}`),
    );
    expect(first).toBe('*');
    expect(exceptions.toSorted()).toEqual([...files, ...folders, ...docs].map((name) => `!${name}`).toSorted());
    for (const exception of exceptions) expect(existsSync(join(root, exception.slice(1)))).toBe(true);
  });

  it('has all files of its four processes, and no program of developers beside them', () => {
    const [, patterns = ''] = /^RUN cd dist\/bin && rm -r (.+)$/m.exec(dockerfile)!;
    const isRemoved = (file: string): boolean =>
      patterns.split(' ').some((one) => new RegExp(`^${one.replace('*', '.*')}(?:/|$)`).test(file));
    const built = readdirSync(join(root, 'dist/bin'), { recursive: true, encoding: 'utf8' });
    const needed = new Set<string>();
    const need = (file: string): void => {
      if (needed.has(file)) return;
      needed.add(file);
      for (const path of namesIn(textOf(file), /(?:require|import)\(["'](\.{1,2}\/[^"']+)["']\)/g)) {
        const at = join(dirname(file), path);
        const found = [at, `${at}.js`, `${at}/index.js`].find(
          (one) => existsSync(join(root, one)) && one.endsWith('.js'),
        );
        if (found) need(found);
      }
    };
    for (const name of ['api', 'worker', 'migrate', 'admin']) need(`dist/bin/${name}.js`);
    const kept = built.filter((file) => file.endsWith('.js') && !isRemoved(file)).map((file) => `dist/bin/${file}`);
    expect(kept.toSorted()).toEqual([...needed].filter((file) => file.startsWith('dist/bin/')).toSorted());
    expect(kept.length).toBeGreaterThan(10);
  });

  it.each([
    ['0 while the process is ready', [], 0],
    ['1 while it is not', ['schema'], 1],
  ])('has a health check that ends with %s', async (_what, missing, status) => {
    const internal = await startInternalServer({
      host: '127.0.0.1',
      port: 0,
      metrics: createMetrics(),
      logger: pino({ level: 'silent' }),
      notReady: async () => missing,
    });
    const [node = '', ...words] = health;
    const env = { PATH: process.env.PATH, INTERNAL_PORT: String(internal.port) };
    const ended = await promisify(execFile)(node, words, { env }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
    await internal.stop();

    expect(ended).toBe(status);
  });
});

describe('docs/deploy.md', () => {
  const page = textOf('docs/deploy.md');

  it('names every task of housekeeping', () => {
    const tasks = [...minuteTaskNames, ...Object.values(housekeeping).map(({ scheduleId }) => scheduleId)];
    for (const task of tasks) expect(page).toContain(`| \`${task}\` `);
  });

  it('names no setting that there is not', () => {
    const named = namesIn(page, /`([A-Z][A-Z]+_[A-Z0-9_]+)(?:=[^`]*)?`/g);
    const known = [
      ...settings,
      'TEMPORAL_ADDRESS',
      'TEMPORAL_NAMESPACE',
      'POSTGRES_PASSWORD',
      'API_PORT',
      ...Object.keys(failureKinds),
      'OTEL_TRACES_SAMPLER',
      'OTEL_EXPORTER_OTLP_HEADERS',
    ];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });
});
