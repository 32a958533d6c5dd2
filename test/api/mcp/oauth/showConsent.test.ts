import { createHash } from 'node:crypto';
import type { Page } from '../../../support/browser';
import { useApp } from '../../../support/callers/app';
import { boxesOf, consentBrowser, registerAssistant } from '../../../support/callers/assistant';
import type { Assistant } from '../../../support/callers/assistant';
import { use } from '../../../support/use';

const app = useApp();
const assistant: Assistant = use(async () => registerAssistant(app));
const named = async (name: string, uri?: string) => registerAssistant(app, uri, name);

const open = async (parameters: Record<string, string> | URLSearchParams, by = assistant) =>
  consentBrowser(app).visit(by.urlOf(parameters));

/** The answer that the client receives, with nothing of its own address changed. */
function answerOf({ status, location, headers }: Page): Record<string, string> {
  expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
    302,
    'no-store',
    'no-referrer',
  ]);
  const { origin, pathname, searchParams } = new URL(location);
  const { keep, ...answer } = Object.fromEntries(searchParams);
  expect([origin, pathname, keep]).toEqual(['https://assistant.example', '/callback', '1']);
  return answer;
}
const refused = (error: string, state: string) => ({
  error,
  error_description: expect.stringMatching(/\w/),
  state,
  iss: 'https://api.example',
});

/** Of a page that leads nowhere, loads nothing and runs nothing. */
function expectSafePage(page: Page): void {
  expect(page.location).toBe('');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(page.body) ?? [];
  const styleHash = createHash('sha256').update(style).digest('base64');
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(page.body).not.toMatch(/<script|\son\w+=|style=|src=|href=/);
}

describe('showConsent: row 1, a client or an address that is not registered', () => {
  it.each([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: '0198c3f4-5a6b-7c7d-8e8f-9a0b1c2d3e4f' }],
    ['what is no id', { client_id: 'nobody' }],
    ['no address', { redirect_uri: undefined }],
    ['another address', { redirect_uri: 'https://evil.example/' }],
  ])('gets a page, and the browser is sent nowhere: %s', async (_what, overrides) => {
    const page = await open(assistant.asks(overrides).parameters);
    expect(page.status).toBe(400);
    expectSafePage(page);
  });

  it.each(['client_id', 'redirect_uri'])('gets a page when %s is given twice', async (name) => {
    const query = new URLSearchParams(assistant.asks().parameters);
    query.append(name, 'https://evil.example/');
    expect((await open(query)).status).toBe(400);
  });
});

describe('showConsent: row 2, the address', () => {
  const statusFor = async (registered: string, asked: string) => {
    const client = await named('Assistant', registered);
    return (await open(client.asks({ redirect_uri: asked }).parameters, client)).status;
  };

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51234/cb'],
    ['http://127.0.0.1:33418/', 'http://127.0.0.1/'],
    ['http://localhost/cb', 'http://localhost:3000/cb'],
    ['http://[::1]:1/cb', 'http://[::1]:2/cb'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
  ])('%s may be %s', async (registered, asked) => {
    expect(await statusFor(registered, asked)).toBe(200);
  });

  it.each([
    ['https://a.example/cb', 'https://a.example/cb/'],
    ['https://a.example/cb', 'https://a.example:444/cb'],
    ['https://a.example/cb', 'https://a.example/cb?x=1'],
    ['http://127.0.0.1/cb', 'http://localhost/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:99999/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1/other'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:80@evil.example/cb'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1/cb'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://other/oauth/callback'],
  ])('%s may not be %s', async (registered, asked) => {
    expect(await statusFor(registered, asked)).toBe(400);
  });
});

describe('showConsent: what is sent back', () => {
  it.each([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['row 3, no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['row 3, a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['row 3, a long challenge', { code_challenge: 'x'.repeat(44) }, 'invalid_request'],
    ['row 3, no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['row 3, the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example/_mcp' }, 'invalid_target'],
  ])('row 10: %s, with state and iss', async (_what, overrides, error) => {
    const { parameters, state } = assistant.asks(overrides);
    expect(answerOf(await open(parameters))).toEqual(refused(error, state));
  });

  it.each(['scope', 'code_challenge', 'resource'])('row 4: %s given twice', async (name) => {
    const { parameters, state } = assistant.asks({ resource: 'https://api.example/_mcp' });
    const query = new URLSearchParams(parameters);
    query.append(name, parameters[name]!);
    expect(answerOf(await open(query))).toEqual(refused('invalid_request', state));
  });

  it('a state that is too long is not repeated', async () => {
    const { state, ...answer } = answerOf(await open(assistant.asks({ state: 'x'.repeat(4097) }).parameters));
    expect([answer['error'], state]).toEqual(['invalid_request', undefined]);
  });
});

describe('showConsent', () => {
  it('rows 6 and 7: shows a page that nobody can frame, that loads nothing and runs nothing', async () => {
    const page = await open(assistant.asks().parameters);
    expect(page.status).toBe(200);
    expectSafePage(page);
    expect(page.body).toContain('autocomplete="off"');
    expect(page.body).toContain('type="password"');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  });

  it('row 5: ties the page to its browser by a cookie that no script and no other site gets', async () => {
    const { headers } = await open(assistant.asks().parameters);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-consent=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('row 5: sets one cookie for all pages of a browser, so that no site can fill its headers', async () => {
    const browser = consentBrowser(app);
    for (let nth = 0; nth < 3; nth += 1) await browser.visit(assistant.urlOf(assistant.asks().parameters));
    expect(browser.cookies.size).toBe(1);
  });

  it('row 9: shows the name as unverified and as text, the host of the address, and what each scope allows', async () => {
    const evil = await named('<b>Bank</b>"><script>alert(1)</script>');
    const { body } = await open(evil.asks().parameters, evil);
    expect(body).toContain('&#60;b&#62;Bank&#60;/b&#62;');
    expect(body).not.toContain('<b>Bank');
    expect(body).toMatch(/Nobody has verified/);
    expect(body).toContain('<strong>assistant.example</strong>');
    for (const word of ['mcp.read', 'mcp.write', 'Live statistics cost credits', 'webhooks again', 'credit balance'])
      expect(body).toContain(word);
  });

  it.each([
    ['no scope', undefined, false],
    ['an empty scope', '', false],
    ['unknown scopes', 'openid profile', false],
    ['reading and an unknown one', 'mcp.read offline_access', false],
    ['writing', 'mcp.write', true],
    ['both', 'mcp.write mcp.read', true],
    ['both and an unknown one', 'email mcp.read mcp.write', true],
  ])(
    'has a box for each scope: reading is ticked, and to a client that asks for %s writing is: %#',
    async (_what, scope, isTicked) => {
      const page = await open(assistant.asks({ scope }).parameters);
      expect(page.status).toBe(200);
      expect(boxesOf(page)).toEqual([
        { name: 'read', scope: 'mcp.read', isTicked: true },
        { name: 'write', scope: 'mcp.write', isTicked },
      ]);
    },
  );

  it.each([
    ['http://127.0.0.1:5000/cb', /program on this computer \(<strong>127\.0\.0\.1:5000<\/strong>\)/],
    ['cursor://anysphere.cursor-mcp/oauth/callback', /app on this device, by its links <strong>cursor:<\/strong>/],
  ])('row 9: warns of %s', async (uri, warning) => {
    const local = await named('Cursor', uri);
    const { body } = await open(local.asks().parameters, local);
    expect(body).toMatch(warning);
    expect(body).toContain('only if you have just started');
  });

  it('takes a parameter without a value as omitted, and an unknown one as none', async () => {
    const { parameters } = assistant.asks({ state: undefined });
    expect((await open({ ...parameters, state: '', resource: '', prompt: 'consent' })).status).toBe(200);
  });

  it('writes no row', async () => {
    await open(assistant.asks().parameters);
    expect(await app.database.query('SELECT 1 FROM mcp_grants')).toEqual([]);
  });
});
