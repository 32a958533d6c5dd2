import { stranger, workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildWorkspace } from '../../support/build/workspace';
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

it.each(['/api/v1/health', '/api/v1/assignments', '/nothing'])(
  '%s is answered with headers that let nothing run',
  async (path) => {
    const { headers } = await stranger(app)('GET', path);

    expect(headers.get('content-security-policy')).toBe("default-src 'none';base-uri 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('x-powered-by')).toBeNull();
  },
);

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
