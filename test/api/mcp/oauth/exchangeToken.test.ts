import { randomBytes } from 'node:crypto';
import { refreshesMax } from '../../../../domain/mcp';
import { McpToken } from '../../../../models/mcp/McpToken';
import { startApp, useApp } from '../../../support/callers/app';
import { challengeOf, register, registerAssistant, sendForm } from '../../../support/callers/assistant';
import type { Assistant } from '../../../support/callers/assistant';
import { buildWorkspace } from '../../../support/build/workspace';
import { use } from '../../../support/use';

const app = useApp();
const workspace = use(async () => buildWorkspace());
const assistant: Assistant = use(async () => registerAssistant(app));

const pair = {
  access_token: expect.stringMatching(/^mcp_at_[\w-]{43}$/),
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: expect.stringMatching(/^mcp_rt_[\w-]{43}$/),
  scope: 'mcp.read mcp.write',
};
const refused = (error: string) => ({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
const shift = async (sql: string) => app.database.query(sql);
const stateOf = async (tokens: { refresh_token: string }) => (await assistant.refresh(tokens.refresh_token)).status;

describe('exchangeToken: row 11, a code', () => {
  it('gives a pair of tokens that no cache keeps, and that are stored hashed', async () => {
    const granted = await assistant.code(workspace);
    const { status, body, headers } = await assistant.exchange(granted);

    expect([status, body]).toEqual([200, pair]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const stored = await app.database.query('SELECT * FROM mcp_grants g JOIN mcp_tokens t ON t.grant_id = g.id');
    for (const secret of [granted.code, body.access_token, body.refresh_token, workspace.apiKey])
      expect(JSON.stringify([stored, app.log])).not.toContain(secret.slice(8));
  });

  it('gives one grant to five exchanges at the same time', async () => {
    const granted = await assistant.code(workspace);
    const answers = await Promise.all(Array.from({ length: 5 }, async () => assistant.exchange(granted)));

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 400, 400, 400, 400,
    ]);
    const { body } = answers.find(({ status }) => status === 200)!;
    expect(await stateOf(body)).toBe(401);
  });

  it('is refused after 5 minutes', async () => {
    const granted = await assistant.code(workspace);
    await shift(`UPDATE mcp_grants SET code_expires_at = code_expires_at - interval '5 minutes'`);

    const { status, body } = await assistant.exchange(granted);
    expect([status, body]).toEqual([400, refused('invalid_grant')]);
  });

  it('is refused to another client, and stays usable for its own', async () => {
    const other = await registerAssistant(app, undefined, 'Another');
    const granted = await assistant.code(workspace);

    expect((await other.exchange(granted, { client_id: other.clientId })).body).toEqual(refused('invalid_grant'));
    expect((await assistant.exchange(granted)).status).toBe(200);
  });

  it.each([
    ['another verifier (row 3)', { code_verifier: randomBytes(32).toString('base64url') }],
    ['another redirect URI', { redirect_uri: 'https://assistant.example/callback' }],
  ])('is used up by %s', async (_what, wrong) => {
    const granted = await assistant.code(workspace);

    expect((await assistant.exchange(granted, wrong)).body).toEqual(refused('invalid_grant'));
    expect((await assistant.exchange(granted)).body).toEqual(refused('invalid_grant'));
  });
});

describe('exchangeToken: row 12, a replay of a code', () => {
  it('ends what the code has given', async () => {
    const granted = await assistant.code(workspace);
    const { body } = await assistant.exchange(granted);
    expect((await assistant.exchange(granted)).body).toEqual(refused('invalid_grant'));

    const { status, body: dead } = await assistant.refresh(body.refresh_token);
    expect([status, dead]).toEqual([401, refused('invalid_token')]);
  });

  it.each([
    ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['another redirect URI', { redirect_uri: 'https://assistant.example/callback' }],
  ])('with %s ends nothing', async (_what, wrong) => {
    const granted = await assistant.code(workspace);
    const { body } = await assistant.exchange(granted);
    expect((await assistant.exchange(granted, wrong)).status).toBe(400);

    expect(await stateOf(body)).toBe(200);
  });
});

describe('exchangeToken: row 13, a refresh token', () => {
  it('gives another pair at each use', async () => {
    const first = await assistant.connect(workspace);
    const { status, body } = await assistant.refresh(first.refresh_token);

    expect([status, body]).toEqual([200, pair]);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(await stateOf(body)).toBe(200);
  });

  it('gives ten pairs within two minutes, also at the same time; the next use ends the family', async () => {
    const first = await assistant.connect(workspace);
    const many = Array.from({ length: 10 }, async () => assistant.refresh(first.refresh_token));
    const answers = await Promise.all(many);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(10);

    expect(await stateOf(first)).toBe(401);
    expect(await stateOf(answers[0]!.body)).toBe(401);
  });

  it('ends its family when it is used again after two minutes', async () => {
    const first = await assistant.connect(workspace);
    const { body: second } = await assistant.refresh(first.refresh_token);
    await shift(`UPDATE mcp_tokens SET used_at = used_at - interval '120 seconds'`);

    const { status, body, headers } = await assistant.refresh(first.refresh_token);
    expect([status, body]).toEqual([401, refused('invalid_token')]);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(await stateOf(second)).toBe(401);
  });

  it('ends 30 days after the consent, whatever its uses, and its access tokens end then, too', async () => {
    const first = await assistant.connect(workspace);
    await shift(`UPDATE mcp_grants SET expires_at = expires_at - interval '29 days 23 hours 50 minutes'`);
    const { body } = await assistant.refresh(first.refresh_token);
    expect(body.expires_in).toBeGreaterThan(500);
    expect(body.expires_in).toBeLessThanOrEqual(600);
    await shift(`UPDATE mcp_grants SET expires_at = expires_at - interval '10 minutes'`);

    expect(await stateOf(body)).toBe(401);
  });

  it('is bound to its client: to another one it is unknown, and stays usable', async () => {
    const other = await registerAssistant(app, undefined, 'Another');
    const first = await assistant.connect(workspace);

    const { status, body } = await other.refresh(first.refresh_token);
    expect([status, body]).toEqual([400, refused('invalid_grant')]);
    expect(await stateOf(first)).toBe(200);
  });

  it('narrows the scope of an access token, and never widens it', async () => {
    const wide = await assistant.connect(workspace);
    const { body } = await assistant.refresh(wide.refresh_token, { scope: 'openid mcp.read' });
    expect(body.scope).toBe('mcp.read');
    expect((await assistant.refresh(body.refresh_token)).body.scope).toBe('mcp.read mcp.write');
    const narrow = await assistant.connect(workspace, 'mcp.read');
    expect(narrow.scope).toBe('mcp.read');

    const { status, body: wider } = await assistant.refresh(narrow.refresh_token, { scope: 'mcp.write' });
    expect([status, wider]).toEqual([400, refused('invalid_scope')]);
  });

  it.each(['mcp.read mcp.write', 'openid email profile', 'offline_access mcp.read'])(
    'keeps a grant of reading for a client that asks for %s, as it did before its person had decided',
    async (scope) => {
      const { refresh_token: token } = await assistant.connect(workspace, 'mcp.read');
      const { status, body } = await assistant.refresh(token, { scope });
      expect([status, body.scope]).toEqual([200, 'mcp.read']);
    },
  );

  it('is known as dead until 30 days after the end of its family; then it is unknown', async () => {
    const first = await assistant.connect(workspace);
    await assistant.revoke(first.refresh_token);
    await shift(`UPDATE mcp_grants SET ended_at = ended_at - interval '29 days' WHERE ended_at IS NOT NULL`);
    await McpToken.removeOfEnded(1000);
    expect(await stateOf(first)).toBe(401);
    await shift(`UPDATE mcp_grants SET ended_at = ended_at - interval '1 day' WHERE ended_at IS NOT NULL`);
    await McpToken.removeOfEnded(1000);

    expect((await assistant.refresh(first.refresh_token)).body).toEqual(refused('invalid_grant'));
  });
});

describe('exchangeToken: row 14, tokens', () => {
  it('are opaque, with 256 bits behind a name', async () => {
    const { access_token: token } = await assistant.connect(workspace);
    expect(Buffer.from(token.slice('mcp_at_'.length), 'base64url')).toHaveLength(32);
  });
});

describe('exchangeToken: row 16, a request', () => {
  it('is counted by its address, up to a quota', async () => {
    const narrow = await startApp({ rateLimitPerMinute: 2 }, { database: app.database });
    try {
      const answers = [];
      for (let nth = 0; nth < 3; nth += 1) answers.push(await sendForm(narrow, '/oauth/mcp/token', {}));
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 429]);
      expect(answers[2]!.body).toEqual(refused('temporarily_unavailable'));
    } finally {
      await narrow.stop();
    }
  });

  it('for another pair is counted by its grant: a client that has gone wild fills no table', async () => {
    const tokens = await assistant.connect(workspace);
    const bystander = await assistant.connect(workspace);
    const { body } = await assistant.refresh(tokens.refresh_token);
    await shift(`UPDATE failure_counts SET failures = ${refreshesMax} WHERE failures = 1`);
    const late = await assistant.refresh(body.refresh_token);
    expect([late.status, late.body]).toEqual([429, refused('temporarily_unavailable')]);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stateOf(bystander)).toBe(200);
  });

  const send = async (fields: Record<string, string | undefined> | URLSearchParams) =>
    sendForm(app, '/oauth/mcp/token', fields);
  const whole = () => ({
    grant_type: 'authorization_code',
    code: 'mcp_ac_unknown',
    redirect_uri: assistant.redirectUri,
    client_id: assistant.clientId,
    code_verifier: 'v'.repeat(43),
  });

  it.each([
    ['grant_type', { grant_type: undefined }, 'invalid_request'],
    ['client_id', { client_id: undefined }, 'invalid_request'],
    ['code', { code: '' }, 'invalid_request'],
    ['redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
    ['code_verifier (row 3)', { code_verifier: undefined }, 'invalid_request'],
    ['a verifier of 43 characters (row 3)', { code_verifier: 'v'.repeat(42) }, 'invalid_request'],
    ['a known grant type', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['a known client', { client_id: 'nobody' }, 'invalid_client'],
    ['a known code', {}, 'invalid_grant'],
    ['characters that can be stored', { redirect_uri: 'https://assistant.example/\0' }, 'invalid_request'],
    ['our resource', { resource: 'https://other.example/_mcp' }, 'invalid_target'],
    ['the path of our resource in its case', { resource: 'https://api.example/_MCP' }, 'invalid_target'],
    ['a resource that is an address', { resource: '_mcp' }, 'invalid_target'],
    ['a known refresh token', { grant_type: 'refresh_token', refresh_token: 'mcp_rt_x' }, 'invalid_grant'],
  ])('without %s is refused', async (_what, overrides, error) => {
    const { status, body, headers } = await send({ ...whole(), ...overrides });

    expect([status, body]).toEqual([400, refused(error)]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('with a parameter twice is refused (row 4)', async () => {
    const form = new URLSearchParams(whole());
    form.append('code', 'another');

    expect((await send(form)).body).toEqual(refused('invalid_request'));
  });

  it('that is no form is refused in the words of OAuth; so is one that is too large', async () => {
    const json = await register(app, {}).then(async () =>
      fetch(`${app.url}/oauth/mcp/token`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect([json.status, await json.json()]).toEqual([415, refused('invalid_request')]);
    const large = await send({ ...whole(), code: 'x'.repeat(20_000) });
    expect([large.status, large.body]).toEqual([413, refused('invalid_request')]);
    expect(large.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['https://api.example/_mcp/', 'HTTPS://API.example:443/_mcp'])(
    'may name our resource as %s, too',
    async (resource) => {
      const granted = await assistant.code(workspace);
      expect((await assistant.exchange(granted, { resource })).status).toBe(200);
    },
  );
});

describe('exchangeToken: row 17, an access token', () => {
  it('opens nothing of the API', async () => {
    const { access_token: token } = await assistant.connect(workspace);
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/api/v1/connections', '/api/v1/auth/me', '/api/v1/console/credentials'])
      expect((await fetch(app.url + path, { headers })).status).toBe(401);
  });
});

it('a challenge is the SHA-256 of its verifier (RFC 7636, appendix B)', () => {
  expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});
