import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildWorkspace } from '../../support/build/workspace';
import { addMember, buildUser } from '../../support/callers/people';

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

it('lets each user have their own, whatever the organization, beside that of the workspace’s key', async () => {
  const [ada, bob] = [await buildUser(app), await buildUser(app)];
  await addMember(bob.organizationId, ada.userId, 'member');
  const ask = async ({ call }: typeof ada, organizationId: string) =>
    (await call('GET', '/api/v1/console/platforms', { headers: { 'x-organization-id': organizationId } })).status;
  const { apiKey } = (await bob.call('POST', '/api/v1/console/credentials/api-key/regenerate')).body;

  const statuses = [];
  for (const { organizationId } of [ada, bob, ada, bob]) statuses.push(await ask(ada, organizationId));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect([await ask(bob, bob.organizationId), await ask(bob, bob.organizationId)]).toEqual([200, 200]);
  expect(await ask(bob, bob.organizationId)).toBe(429);
  expect((await workspaceClient(app, { apiKey })('GET', '/api/v1/platforms')).status).toBe(200);
});

it('answers 429 after 401 and before 400', async () => {
  const { apiKey } = await buildWorkspace();
  const ask = async (key: string) =>
    (await workspaceClient(app, { apiKey: key })('GET', '/api/v1/assignments?page=0')).status;
  const statuses = [];
  for (const key of [apiKey, apiKey, apiKey, apiKey, 'nothing']) statuses.push(await ask(key));

  expect(statuses).toEqual([400, 400, 400, 429, 401]);
});
