import { useDeployment } from '../support/deployment';

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
