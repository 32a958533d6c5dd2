import { stranger } from '../../../support/actors';
import type { Json } from '../../../support/actors';
import { useApp } from '../../../support/callers/app';
import { use } from '../../../support/use';
import { routes } from '../../../../api/routes';

const app = useApp();
const inFolder = useApp({ baseUrl: 'https://host.example/base' });
const server = '/.well-known/oauth-authorization-server';
const resource = '/.well-known/oauth-protected-resource';

describe('getAuthorizationServer', () => {
  it('tells what the server can do, under one issuer without a slash', async () => {
    const { status, body } = await stranger(app)('GET', server);
    expect([status, body]).toEqual([
      200,
      {
        issuer: 'https://api.example',
        authorization_endpoint: 'https://api.example/oauth/mcp/authorize',
        token_endpoint: 'https://api.example/oauth/mcp/token',
        registration_endpoint: 'https://api.example/oauth/mcp/register',
        revocation_endpoint: 'https://api.example/oauth/mcp/revoke',
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        scopes_supported: ['mcp.read', 'mcp.write'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        service_documentation: 'https://api.example/docs',
      },
    ]);
  });

  it('is found where RFC 8414 has it if the base URL has a path', async () => {
    const { body } = await stranger(inFolder)('GET', `${server}/base`);
    expect(body).toMatchObject({ issuer: 'https://host.example/base' });
    expect((await stranger(inFolder)('GET', server)).body).toEqual(body);
    expect((await stranger(inFolder)('GET', `${server}/bases`)).status).toBe(404);
  });
});

describe('getProtectedResource', () => {
  const document = (base: string) => ({
    resource: `${base}/_mcp`,
    authorization_servers: [base],
    scopes_supported: ['mcp.read', 'mcp.write'],
    bearer_methods_supported: ['header'],
    resource_name: 'Content Delivery Service',
    resource_documentation: `${base}/docs`,
  });

  it.each([resource, `${resource}/_mcp`])('names the resource and its server at %s', async (path) => {
    expect((await stranger(app)('GET', path)).body).toEqual(document('https://api.example'));
  });

  it('is found where RFC 9728 has it if the base URL has a path', async () => {
    const { body } = await stranger(inFolder)('GET', `${resource}/base/_mcp`);
    expect(body).toEqual(document('https://host.example/base'));
  });
});

describe('getProtectedResourceOfMcp', () => {
  const open = [
    server,
    resource,
    `${resource}/_mcp`,
    ...['register', 'token', 'revoke'].map((one) => `/oauth/mcp/${one}`),
  ];

  it.each(open)('lets scripts of any site ask %s, and read refusals, too', async (path) => {
    const headers = { origin: 'https://claude.ai', 'access-control-request-method': 'POST' };
    const preflight = await stranger(app)('OPTIONS', path, { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    const wrongMethod = await stranger(app)('DELETE', path, { headers });
    expect([wrongMethod.status, wrongMethod.headers.get('access-control-allow-origin')]).toEqual([405, '*']);
    expect(wrongMethod.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });

  it('answers 404 to the documents of OpenID, which scripts may read, too', async () => {
    const { status, headers } = await stranger(app)('GET', '/.well-known/openid-configuration');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });

  it('lets no script of another site near the consent page', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(
        (await stranger(app)(method, '/oauth/mcp/authorize')).headers.get('access-control-allow-origin'),
      ).toBeNull();
  });
});

describe('the document', () => {
  const documented = use(async () => {
    const { paths }: Json = (await stranger(app)('GET', '/openapi.json')).body;
    return { paths: Object.entries<Json>(paths) };
  });
  const asked = (path: string, method: string) => stranger(app)(method, path.replaceAll(/\{\w+\}/g, 'x'));

  it('has the headers of CORS in each answer at the paths that send them, and at no other', async () => {
    const cors = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];
    for (const [path, operations] of documented.paths) {
      const { headers } = await asked(path, 'PUT');
      const sent = cors.filter((name) => headers.has(name));
      const answers = Object.values<Json>(operations).flatMap(({ responses }) => Object.values<Json>(responses));
      for (const answer of answers)
        expect([path, cors.filter((name) => answer.headers?.[name] !== undefined)]).toEqual([path, sent]);
    }
  });

  it('has the methods of each path that `Allow` names, but for HEAD, which has the headers of GET', async () => {
    for (const [path, operations] of documented.paths) {
      const { status, headers } = await asked(path, 'put' in operations ? 'DELETE' : 'PUT');
      const allowed = (headers.get('allow') ?? '').toLowerCase().split(', ');
      const own = Object.keys(operations);
      const withHead = own.includes('get') && allowed.includes('head') ? [...own, 'head'] : own;
      expect([path, status, new Set(allowed)]).toEqual([path, 405, new Set(withHead)]);
    }
  });
});

it('no route of the authorization server has a cookie beside its own, or a credential in its address', () => {
  const own = routes.filter(({ path }) => path.startsWith('/oauth/mcp'));
  const fields = own.flatMap(({ request }) => Object.keys(request.query?.shape ?? {}));
  expect(fields.filter((name) => /token|key|secret|verifier|^code$/.test(name))).toEqual([]);
  expect(own.length).toBeGreaterThan(5);
});
