import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/app';
import { buildWorkspace } from '../../support/build/workspace';

const app = useApp({ rateLimitPerMinute: 3 });

it('lets each key have its number of requests a minute and answers 429 with Retry-After above it', async () => {
  const client = workspaceClient(app, await buildWorkspace());
  const answers = [];
  for (let turn = 0; turn < 5; turn += 1) answers.push(await client('GET', '/api/v1/platforms'));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers.map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])).toEqual([
    '2',
    '1',
    '0',
    '0',
    '0',
  ]);
  const refused = answers[3]!;
  expect(refused.headers.get('ratelimit-policy')).toBe('"api";q=3;w=60');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.body).toEqual({ error: 'RATE_LIMITED', message: expect.any(String), details: {} });
});

it('does not count one key’s requests against another', async () => {
  const client = workspaceClient(app, await buildWorkspace());
  expect((await client('GET', '/api/v1/platforms')).status).toBe(200);
});
