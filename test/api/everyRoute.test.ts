import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RouteDescription } from '../../api/http/Route';
import { routes } from '../../api/routes';
import { stranger } from '../support/actors';
import type { Actor } from '../support/actors';
import { startApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildDelivery } from '../support/build/delivery';
import { videoBody } from '../support/build/video';
import { buildCaller } from '../support/callers/caller';
import { addMember, buildUser } from '../support/callers/people';
import { useSandbox } from '../support/servers/sandbox';
import { schemasOf } from '../support/callers/schemaFaults';
import { partHeaders, uploaderFor } from '../support/callers/uploads';
import { use } from '../support/use';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const document = use(async () => ({ faultsOf: schemasOf((await stranger(app)('GET', '/openapi.json')).body) }));
const grant = use(async () => sandbox.grant());
const owner = use(async () => buildCaller(app, { grant }));
const other = use(async () => buildCaller(app));
const user = use(async () => buildUser(app));
/**
 * For each parameter of a path, the same for the console, something that the owner has; for an operation that needs another one, or that leaves
 * nothing to the others, that one. A new kind of parameter needs a line here.
 */
const parameters = use<Record<string, string>>(async () => {
  const { connectionId } = owner;
  const uploader = uploaderFor(owner.call);
  const { assignmentId } = await buildAssignment(owner);
  const failed = await buildAssignment(owner, { status: 'failed' });
  const unknown = await buildAssignment(owner, { status: 'failed' });
  await app.database.query(
    `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until) VALUES ($1, 1, 'publish', '{}', now())`,
    [unknown.assignmentId],
  );
  const unloved = await buildConnection(owner);
  const { deliveryId } = await buildDelivery(owner, 'https://caller.example/hooks');
  const platformPostId = await sandbox.upload(grant.accessToken);
  const published = await buildAssignment(owner, { status: 'published', platformPostId });
  const member = await buildUser(app);
  await addMember(owner.organizationId, member.userId, 'member');
  return {
    '/api/v1/assignments/{id}': assignmentId,
    '/api/v1/assignment-upload-sessions/{id}': (await uploader.open()).id,
    removeUpload: (await uploader.upload()).id,
    '/api/v1/console/upload-sessions/{id}': randomUUID(),
    retryAssignment: failed.assignmentId,
    resolveAssignment: unknown.assignmentId,
    unpublishAssignment: published.assignmentId,
    getStatsHistory: published.assignmentId,
    '/api/v1/connections/{id}': connectionId,
    removeConnection: unloved.connectionId,
    '/api/v1/connections/{id}/posts/{postId}': published.assignmentId,
    '/api/v1/oauth/{platform}': 'youtube',
    '/api/v1/oauth/{platform}/data-deletion/{code}': 'code',
    '/api/v1/oauth/status/{ticketId}': randomUUID(),
    '/api/v1/oauth/connect/channel/{secret}': 'nothing',
    '/api/v1/pictures/{pictureId}': assignmentId,
    '/api/v1/uploads/{secret}': 'x'.repeat(43),
    '/api/v1/pictures/{pictureId}/{version}': '0123456789abcdef',
    '/api/v1/platforms/{platform}': 'youtube',
    '/api/v1/webhooks/deliveries/{id}': deliveryId,
    '/api/v1/billing/org/member-limits/{userId}': member.userId,
    '/api/v1/billing/member-limits/{userId}': randomUUID(),
    '/api/v1/transactions/{transactionId}': randomUUID(),
    '/api/v1/mcp-grants/{id}': randomUUID(),
    '/api/v1/auth/organizations/{id}': user.organizationId,
    '/api/v1/auth/organizations/{orgId}': user.organizationId,
    '/api/v1/auth/organizations/{orgId}/members/{memberId}': randomUUID(),
    '/api/v1/auth/organizations/{orgId}/invitations/{id}': randomUUID(),
    '/api/v1/auth/invitations/{token}': 'token',
    '/api/v1/admin/api-clients/{id}': user.workspaceId,
    '/api/v1/admin/assignments/{id}': assignmentId,
  };
});

/** For each path with an id, a body that its route accepts. */
const bodies = (): Record<string, unknown> => ({
  updateConnection: {},
  updateAssignment: { payload: { title: 'Along the coast' } },
  resolveAssignment: { outcome: 'notPublished' },
  unpublishAssignment: {},
  intervene: { intervention: 'reconcile' },
  sendTestWebhook: { url: 'https://nobody.invalid/hooks' },
  createAssignment: videoBody(owner.connectionId),
  validateAssignment: { connectionId: owner.connectionId, type: 'video', payload: { title: 'Coast path' } },
  createUploadSession: { fileName: 'coast.mp4', mediaContentType: 'video/mp4', mediaSizeBytes: 1000 },
  sendUploadPart: Buffer.alloc(10),
  updateMemberLimit: { monthlyLimit: 5 },
  createConnectionTicket: { platform: 'youtube', redirectUrl: 'https://app.example/done' },
});

const named = routes.map((route) => [route.operationId, route] as const);
const withCredential = named.filter(([, route]) => route.credential === 'apiKey');
const forUsers = named.filter(([, route]) => ['identity', 'member', 'platformAdmin'].includes(route.credential));
const withId = withCredential.filter(([, route]) => route.path.includes('{id}'));

/** The faults that the document of the service finds in the body of a success. */
function faultsOf({ path, method, success: { status, schema } }: RouteDescription, body: unknown): string[] {
  if (schema instanceof z.ZodVoid) return [];
  return document.faultsOf(['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'], body);
}

/** The route's path; `first` stands for its first parameter. */
function pathOf(route: RouteDescription, first?: string): string {
  let given = first;
  return route.path.replace(/\{\w+\}/g, (name, offset: number) => {
    const prefix = route.path.slice(0, offset) + name;
    const named = parameters[route.operationId] ?? parameters[prefix] ?? parameters[prefix.replace('/console/', '/')];
    const value = given ?? named;
    if (value === undefined) throw new Error(`everyRoute.test.ts has no value for ${prefix}`);
    given = undefined;
    return value;
  });
}

function call(actor: Actor, route: RouteDescription, parameter?: string, headers: Record<string, string> = {}) {
  const body = bodies()[route.operationId];
  const parts = { headers: { ...(route.raw && partHeaders(0)), ...headers }, ...(body !== undefined && { body }) };
  return actor(route.method.toUpperCase(), pathOf(route, parameter), parts);
}

/** The body of a refusal; the answer to HEAD has none. */
const refusal = ({ method }: RouteDescription, error: string, details: object = {}): unknown =>
  method === 'head' ? '' : { error, message: expect.any(String), details };

const isServed = ({ path }: RouteDescription, method: string): boolean =>
  routes.some((other) => other.path === path && other.method === method.toLowerCase());

describe.each(withCredential)('%s', (_name, route) => {
  it('answers its success status with what its schema describes, whatever the caller has cached', async () => {
    const answer = await call(owner.call, route, undefined, { 'if-none-match': '*' });

    expect(answer.status).toBe(route.success.status);
    expect(faultsOf(route, answer.body)).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('ratelimit')).toMatch(/^"api";r=\d+;t=\d+$/);
    expect(answer.headers.get('ratelimit-policy')).toBe('"api";q=100000;w=60');
  });

  it.each([
    ['no credential', {}],
    ['an unknown key', { authorization: `Bearer ds_live_${'x'.repeat(32)}` }],
    ['a malformed key', { authorization: 'Bearer ds_live_short' }],
    ['a key of another form', { authorization: `Bearer ${'x'.repeat(40)}` }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a header with too many words', { authorization: 'Bearer one two' }],
  ])('answers 401 to %s', async (_what, headers) => {
    const answer = await call(stranger(app), route, undefined, headers);

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toEqual(refusal(route, 'UNAUTHORIZED'));
  });

  it('answers 401 to the token of a user', async () => {
    const answer = await call(user.call, route);

    expect([answer.status, answer.body]).toEqual([401, refusal(route, 'UNAUTHORIZED')]);
  });

  it('does not look for a key in the query', async () => {
    const answer = await stranger(app)('GET', `${pathOf(route)}?access_token=${other.apiKey}`);

    expect([401, 405]).toContain(answer.status);
  });
});

describe.each(forUsers)('%s', (_name, route) => {
  it('answers 401 to an API key', async () => {
    const answer = await call(owner.call, route);

    expect([answer.status, answer.body]).toEqual([401, refusal(route, 'UNAUTHORIZED')]);
  });

  it.each([
    ['no credential', {}],
    ['a malformed token', { authorization: 'Bearer nothing' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
  ])('answers 401 to %s', async (_what, headers) => {
    const answer = await call(stranger(app), route, undefined, headers);

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toEqual(refusal(route, 'UNAUTHORIZED'));
  });

  it('answers 401 to the token of a user who is gone', async () => {
    const authorization = `Bearer ${await app.deps.sessions.issue(randomUUID())}`;

    expect((await call(stranger(app), route, undefined, { authorization })).status).toBe(401);
  });

  it('counts the requests of a user, and lets nobody keep the answer', async () => {
    const answer = await call(user.call, route);

    expect(answer.status).not.toBe(401);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('ratelimit')).toMatch(/^"api";r=\d+;t=\d+$/);
  });
});

describe.each(named)('%s', (_name, route) => {
  it.each(['PUT', 'OPTIONS', 'PROPFIND'])(
    'answers 405 with Allow to %s, before it looks at the credential',
    async (method) => {
      const answer = await stranger(app)(method, pathOf(route));

      expect(answer.status === 405).toBe(!isServed(route, method));
      if (isServed(route, method)) return;
      expect(answer.headers.get('allow')?.split(', ')).toContain(route.method.toUpperCase());
      expect(answer.body).toMatchObject({ error: 'METHOD_NOT_ALLOWED', details: {} });
    },
  );

  it('answers HEAD only where a service is watched, a file is uploaded or a picture is shown, and runs nothing for it elsewhere', async () => {
    const answer = await owner.call('HEAD', pathOf(route));

    const isWatched = route.path === '/api/v1/health' || route.path.startsWith('/.well-known/');
    const isPicture = route.path.startsWith('/api/v1/pictures/');
    const isAnswered = isWatched || isPicture || isServed(route, 'HEAD');
    expect(answer.status === 405).toBe(!isAnswered);
    expect(answer.headers.get('allow')?.split(', ').includes('HEAD') ?? true).toBe(isAnswered);
    expect(answer.headers.get('x-credits-used')).toBeNull();
  });
});

describe.each(withId)('%s', (_name, route) => {
  it('answers to a foreign id exactly as to one that does not exist: 404', async () => {
    const foreign = await call(other.call, route);
    const unknown = await call(other.call, route, randomUUID());

    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(refusal(route, 'NOT_FOUND'));
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual(foreign.body);
  });

  it.each([
    ['a malformed id', () => 'not-an-id'],
    ['an id in upper case', () => randomUUID().toUpperCase()],
    ['an id with a NUL byte', () => `${randomUUID()}%00`],
  ])('answers 400 to %s', async (_what, id) => {
    const answer = await call(owner.call, route, id());

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal(route, 'VALIDATION_ERROR', { id: [expect.any(String)] }));
  });
});

/** Browsers come by GET alone where a platform sends them: what they do needs a secret of theirs (test/api/oauth/). */
const ofBrowsers = ['startChannelConsent', 'finishChannelConsent', 'offerChannels'];
/** They only read, by the right of those who may also change. */
const ofManagers = ['listInvitations', 'consoleGetCredentials', 'consoleListMcpGrants', 'listStuck'];

it('has no operation by a safe method whose action may change something', () => {
  const actionOf = (route: object) => ('useCase' in route ? (route.useCase as { action: string }).action : 'public');
  const isReading = (route: object) => /\.(?:read|watch)$|^(?:public|identity)$/.test(actionOf(route));
  const others = routes.filter((route) => ['get', 'head', 'options'].includes(route.method) && !isReading(route));
  expect(others.map(({ operationId }) => operationId).toSorted()).toEqual([...ofBrowsers, ...ofManagers].toSorted());
});

it('names each operation once', () => {
  expect(new Set(named.map(([operationId]) => operationId)).size).toBe(routes.length);
});

it.each(['/api/v1', '/api/v1/nothing', '/api/v1/Assignments', '/api/v1/assignments/', '/docs/nothing'])(
  'answers 404 to the unknown path %s without a credential',
  async (path) => {
    const answer = await stranger(app)('GET', path);

    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ error: 'NOT_FOUND', message: expect.any(String), details: {} });
  },
);

it('answers 400 to a path that is not well-formed', async () => {
  const answer = await stranger(app)('GET', '/api/v1/assignments/%E0%A4%A');

  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: 'VALIDATION_ERROR' });
});
