import { randomUUID } from 'node:crypto';
import { stranger, workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildWorkspace } from '../../support/build/workspace';
import { addMember, buildUser } from '../../support/callers/people';
import { until } from '../../support/until';

const app = useApp();

describe('X-Request-Id', () => {
  it.each(['abc', 'A.b_c-9', 'x'.repeat(64)])('repeats the caller’s own: %s', async (id) => {
    const { headers } = await stranger(app)('GET', '/api/v1/health', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toBe(id);
  });

  it.each(['x'.repeat(65), 'a b', 'a/b', ''])('replaces one that is not well-formed: %j', async (id) => {
    const { headers } = await stranger(app)('GET', '/api/v1/health', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is on refusals, too', async () => {
    const { headers } = await stranger(app)('GET', '/nothing', { headers: { 'x-request-id': 'mine' } });
    expect(headers.get('x-request-id')).toBe('mine');
  });
});

/** An answer of each part of the service: of routes, refusals, the authorization server, the pages and their files. */
const places = [
  '/api/v1/health',
  '/api/v1/assignments',
  '/api/v1/oauth/youtube/account',
  '/api/v1/oauth/youtube/authorize',
  '/oauth/mcp/authorize',
  '/.well-known/oauth-authorization-server',
  '/_mcp',
  '/docs',
  '/docs/start.js',
  '/docs/swagger-ui.css',
  '/docs/guides/uploads.md',
  '/openapi.json',
  '/llms.txt',
  '/',
  '/nothing',
];

it.each(places)('%s is answered with headers that let no stranger run, frame, sniff or overhear it', async (path) => {
  const { headers } = await stranger(app)('GET', path);

  const policy = headers.get('content-security-policy')!.split(/; ?/);
  // Without a directive of their own, objects and all else fall back to `default-src`.
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
  expect(policy.filter((directive) => directive.startsWith('object-src'))).toEqual([]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('content-type')).toMatch(/^(?:application\/json|image\/svg\+xml|text\/\w+); charset=utf-8$/);
});

it('a program is answered with a policy that lets nothing be loaded', async () => {
  for (const path of ['/api/v1/health', '/api/v1/assignments', '/nothing']) {
    const { headers } = await stranger(app)('GET', path);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';base-uri 'none';frame-ancestors 'none'");
  }
});

it('a key may stand behind several spaces', async () => {
  const { apiKey } = await buildWorkspace();
  const ask = async (authorization: string) =>
    (await stranger(app)('GET', '/api/v1/billing/status', { headers: { authorization } })).status;

  expect([await ask(`Bearer   ${apiKey}`), await ask(`bearer ${apiKey}`), await ask(`Bearer${apiKey}`)]).toEqual([
    200, 200, 401,
  ]);
});

it('a request is counted by its route, method and status', async () => {
  await stranger(app)('GET', '/api/v1/assignments/nothing');
  await stranger(app)('GET', '/api/v1/unknown');
  const counted = () => app.metrics.registry.getSingleMetricAsString('http_request_duration_seconds');

  await until(async () => (await counted()).includes('route="none"'));
  expect(await counted()).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/assignments/{id}",status="401"} 1',
  );
  expect(await counted()).not.toContain('unknown');
});

it('the log has the route of a request, never its URL, headers or body', async () => {
  const { apiKey } = await buildWorkspace();
  app.log.length = 0;
  await workspaceClient(app, { apiKey })('GET', '/api/v1/assignments?externalId=canary', {
    headers: { 'x-request-id': 'logged', cookie: 'canary=1' },
  });
  await until(() => app.log.length > 0);

  expect(app.log).toEqual([
    expect.objectContaining({ route: '/api/v1/assignments', status: 200, requestId: 'logged' }),
  ]);
  expect(JSON.stringify(app.log)).not.toMatch(new RegExp(`canary|${apiKey}`));
});

it('the log has each refusal with who asked for what: no credential, an action of others, a thing of others, a malformed field', async () => {
  const [owner, member] = [await buildUser(app), await buildUser(app)];
  await addMember(owner.organizationId, member.userId, 'member');
  const headers = { 'x-organization-id': owner.organizationId };
  const asking = { route: '/api/v1/connections/{id}', method: 'DELETE' };
  app.log.length = 0;
  await stranger(app)('DELETE', `/api/v1/connections/${randomUUID()}`);
  await member.call('POST', '/api/v1/console/credentials/api-key/regenerate', { headers });
  await member.call('GET', `/api/v1/console/assignments/${randomUUID()}`, { headers });
  await member.call('GET', '/api/v1/console/assignments?limit=none', { headers });
  await until(() => app.log.length === 4);

  const { userId } = member;
  expect(app.log).toEqual([
    expect.objectContaining({ ...asking, status: 401 }),
    expect.objectContaining({ route: '/api/v1/console/credentials/api-key/regenerate', status: 403, userId }),
    expect.objectContaining({ route: '/api/v1/console/assignments/{id}', status: 404, userId }),
    expect.objectContaining({ route: '/api/v1/console/assignments', status: 400, userId }),
  ]);
});

it('a caller that goes away is logged as 499, and what it asked for is done', async () => {
  const workspace = await buildWorkspace();
  const { connectionId } = await buildConnection(workspace);
  const gone = new AbortController();
  app.log.length = 0;
  const release = await lockCredits(workspace.workspaceId);
  const answer = workspaceClient(app, workspace)('POST', '/api/v1/assignments', {
    body: videoBody(connectionId),
    signal: gone.signal,
  });
  await until(async () => (await waitingForLocks()) === 1);
  gone.abort();
  await expect(answer).rejects.toThrow('aborted');
  await until(() => app.log.length > 0);
  expect(app.log[0]).toMatchObject({ route: '/api/v1/assignments', status: 499 });

  await release();
  await until(() => app.dispatched.length === 1);
});

async function lockCredits(workspaceId: string): Promise<() => Promise<void>> {
  const transaction = await app.database.sequelize.transaction();
  await app.database.sequelize.query('SELECT 1 FROM credit_accounts WHERE workspace_id = $1 FOR UPDATE', {
    bind: [workspaceId],
    transaction,
  });
  return () => transaction.commit();
}

async function waitingForLocks(): Promise<unknown> {
  const [row] = await app.database.query(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count;
}
