import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useDeployment } from '../support/runs/deployment';

const deployment = useDeployment();

describe('a process with a setting that is wrong', () => {
  it.each([
    ['api', 'DATABASE_URL', undefined, /is missing/],
    ['api', 'SECRETS_KEY', 'hunter2hunter2', /must be <keyId>:<base64 of 32 random bytes>/],
    ['api', 'OUTBOUND_ALLOW', 'everything', /must be host:port/],
    ['worker', 'DATABASE_URL', 'mysql://root@localhost/x', /must look like postgres:\/\//],
    ['worker', 'SECRETS_KEY', undefined, /is missing/],
    ['worker', 'PLATFORM_RETRY_DELAYS', 'soon', /must be seconds, comma-separated/],
    ['api', 'TEMPORAL_ADDRESS', '', /must be host:port, such as localhost:7233/],
    ['api', 'TEMPORAL_ADDRESS', 'http://temporal.example:7233', /must be host:port/],
    ['worker', 'TEMPORAL_ADDRESS', 'temporal.example', /must be host:port/],
    ['worker', 'TEMPORAL_ADDRESS', 'temporal.example:72330', /must be host:port/],
    ['migrate up', 'YOUTUBE_CLIENT_ID', '', /is missing/],
  ] as const)('ends at once with one line that names it: %s, %s', async (name, setting, value, fault) => {
    const ended = deployment.start(name, { [setting]: value });
    const { code, signal } = await ended.exited;
    expect(signal).toBeNull();
    expect(code).toBeGreaterThan(0);
    const lines = ended.errors().trimEnd().split('\n');
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${setting}: .*${fault.source}.*`))]);
    expect(ended.log).toEqual([]);
    expect(lines[0]).not.toContain(value || 'undefined');
  });

  it('ends when its port is taken, and says so', async () => {
    const port = new URL(deployment.sandbox.url).port;
    const ended = deployment.start('api', { PORT: port });
    expect((await ended.exited).code).toBe(1);
    expect(ended.log).toContainEqual(expect.objectContaining({ err: expect.objectContaining({ code: 'EADDRINUSE' }) }));
  });
});

/** The `.env` of docs/deploy.md, with a value for each `…`. */
function envOfTheGuide(): Record<string, string> {
  const page = readFileSync(join(__dirname, '..', '..', 'docs', 'deploy.md'), 'utf8');
  const block = page
    .split('```sh\n')
    .find((text) => text.startsWith('POSTGRES_PASSWORD='))!
    .split('```')[0]!;
  const lines = block
    .trimEnd()
    .split('\n')
    .map((line) => /^([A-Z_]+)=(\S+)/.exec(line)!);
  const key = Buffer.alloc(32, 7).toString('base64');
  return Object.fromEntries(
    lines.map(([, name, value]) => [name!, value!.replace('…', value!.startsWith('k1:') ? key : 'given')]),
  );
}

describe('the settings of docs/deploy.md', () => {
  const { POSTGRES_PASSWORD: _, ...guide } = envOfTheGuide();
  const platforms = ['YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET', 'FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'];
  const none = Object.fromEntries(platforms.map((name) => [name, undefined]));

  it('start each process, with YouTube alone; the log and a metric say that Facebook is not offered', async () => {
    for (const name of ['api', 'worker'] as const) {
      const started = await deployment.up(name, { ...none, ...guide });
      expect(started.log).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          platform: 'facebook',
          msg: 'the platform is not offered: its settings are missing',
        }),
      );
      const { internalUrl } = await started.ready();
      const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
      expect(metrics.match(/^platform_offered.*$/gm)).toEqual([
        'platform_offered{platform="youtube"} 1',
        'platform_offered{platform="facebook"} 0',
      ]);
    }
    expect(await deployment.start('migrate up', { ...none, ...guide }).exited).toMatchObject({ code: 0 });
  });

  it('start nothing without a platform, and the line says which are needed', async () => {
    const ended = deployment.start('api', none);
    expect(await ended.exited).toMatchObject({ code: 2 });
    expect(ended.errors()).toBe(
      'YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET, or FACEBOOK_APP_ID and FACEBOOK_APP_SECRET: are missing (see .env.example)\n',
    );
  });
});
