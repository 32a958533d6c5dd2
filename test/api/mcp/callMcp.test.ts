import { createHash } from 'node:crypto';
import { rotateApiKey } from '../../../models/credentials/rotateApiKey';
import { stranger } from '../../support/actors';
import { startApp, useApp } from '../../support/callers/app';
import { tenantOf } from '../../support/tenant';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { buildCaller } from '../../support/callers/caller';
import { callIn, eras, mcpHeaders, sendMessage } from '../../support/callers/mcp';
import { buildUser } from '../../support/callers/people';
import { use } from '../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app));
const granted = use(async () => buildMcpGrant(caller));
const reader = use(async () => buildMcpGrant(caller, { scopes: ['mcp.read'] }));
const writer = use(async () => buildMcpGrant(caller, { scopes: ['mcp.write'] }));
const list = { method: 'tools/list' };
const metadata = 'https://api.example/.well-known/oauth-protected-resource/_mcp';

describe('callMcp: rows 17 and 20, the credential', () => {
  it('is asked for by a challenge that names the metadata and both scopes, and no error where none was sent', async () => {
    const { status, headers, body } = await sendMessage(app, null, list);
    expect([status, body]).toEqual([401, { error: 'UNAUTHORIZED', message: expect.any(String), details: {} }]);
    expect(headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}", scope="mcp.read mcp.write"`);
  });

  it('is looked for below the path of the base URL, where it has one', async () => {
    const inFolder = await startApp({ baseUrl: 'https://host.example/base' }, { database: app.database });
    try {
      const { headers } = await sendMessage(inFolder, null, list);
      const [, found = ''] = /resource_metadata="https:\/\/host\.example([^"]+)"/.exec(
        headers.get('www-authenticate')!,
      )!;
      expect((await stranger(inFolder)('GET', found)).body.resource).toBe('https://host.example/base/_mcp');
    } finally {
      await inFolder.stop();
    }
  });

  it.each<[string, () => Promise<string>]>([
    ['an unknown token', async () => `mcp_at_${'x'.repeat(43)}`],
    ['a malformed token', async () => 'mcp_at_short'],
    ['a refresh token', async () => granted.refreshToken],
    ['an API key', async () => caller.apiKey],
    ['the token of a user', async () => (await buildUser(app)).token],
    ['a token for another resource', async () => tokenFor({ resource: 'https://other.example/_mcp' })],
    [
      'a token that has expired',
      async () => tokenAfter(`UPDATE mcp_tokens SET expires_at = now() WHERE grant_id = $1`),
    ],
    [
      'a token that was revoked',
      async () => tokenAfter(`DELETE FROM mcp_tokens WHERE grant_id = $1 AND kind = 'access'`),
    ],
    [
      'a token whose grant has expired',
      async () => tokenAfter(`UPDATE mcp_grants SET expires_at = now() WHERE id = $1`),
    ],
    ['a token whose grant was ended', async () => tokenAfter(`UPDATE mcp_grants SET ended_at = now() WHERE id = $1`)],
  ])('is refused with invalid_token: %s', async (_what, make) => {
    const { status, headers } = await sendMessage(app, await make(), list);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('Bearer error="invalid_token"');
    expect(headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`);
  });

  it('is read from the header alone', async () => {
    const { accessToken } = granted;
    const inQuery = await stranger(app)('POST', `/_mcp?access_token=${accessToken}`, { headers: mcpHeaders, body: {} });
    expect(inQuery.status).toBe(401);
  });

  it.each(['GET', 'POST'])('of an assistant opens nothing but /_mcp (%s)', async (method) => {
    const headers = { authorization: `Bearer ${granted.accessToken}` };
    for (const path of ['/api/v1/assignments', '/api/v1/console/assignments', '/api/v1/billing/status']) {
      const { status } = await stranger(app)(method, path, { headers, ...(method === 'POST' && { body: {} }) });
      expect([401, 405]).toContain(status);
    }
  });

  it('ends with the API key that has granted it', async () => {
    const own = await buildCaller(app);
    const { accessToken } = await buildMcpGrant(own);
    expect((await sendMessage(app, accessToken, list)).status).toBe(200);
    await rotateApiKey(app.database.sequelize, tenantOf(own));
    expect((await sendMessage(app, accessToken, list)).status).toBe(401);
  });

  it('is stored as a hash alone', async () => {
    const rows = await app.database.query<{ hash: string }>('SELECT hash FROM mcp_tokens');
    expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(granted.accessToken).digest('hex'));
    expect(rows.filter(({ hash }) => hash.includes('mcp_'))).toEqual([]);
  });
});

async function tokenFor(options: Parameters<typeof buildMcpGrant>[1]): Promise<string> {
  return (await buildMcpGrant(caller, options)).accessToken;
}

async function tokenAfter(statement: string): Promise<string> {
  const { grantId, accessToken } = await buildMcpGrant(caller);
  await app.database.query(statement, [grantId]);
  return accessToken;
}

describe.each(eras)('callMcp: row 20, the scope, to a client of the %s protocol', (era) => {
  it.each([
    ['a tool that writes', () => reader, 'tools/call', { name: 'create_assignment', arguments: {} }, 'mcp.write'],
    ['a tool that reads', () => writer, 'tools/call', { name: 'list_assignments', arguments: {} }, 'mcp.read'],
    ['a resource', () => writer, 'resources/read', { uri: 'cds://platforms/youtube/capabilities' }, 'mcp.read'],
  ])('is asked for by 403, before the arguments are looked at: %s', async (_what, grant, method, params, missing) => {
    const { status, headers, message } = await callIn(era, app, grant().accessToken, { method, params });
    expect([status, message.error]).toEqual([403, 'insufficient_scope']);
    const challenge = headers.get('www-authenticate')!;
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain(`error_description="This needs the scope ${missing}"`);
    // A client of 2025 asks for the named scopes alone: it would lose its other scopes.
    const kept = era === 'legacy' ? ['mcp.read', 'mcp.write'].filter((scope) => scope !== missing) : [];
    expect(/ scope="([^"]*)"/.exec(challenge)?.[1]).toBe([missing, ...kept].join(' '));
    expect(challenge).toContain(`resource_metadata="${metadata}"`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('callMcp: row 20, the scope', () => {
  it('limits no list, so that a client sees what it could ask for', async () => {
    const [some, all] = [
      await sendMessage(app, reader.accessToken, list),
      await sendMessage(app, granted.accessToken, list),
    ];
    expect(some.body.result.tools).toEqual(all.body.result.tools);
    const resources = { method: 'resources/list' };
    const [without, withScope] = [
      await sendMessage(app, writer.accessToken, resources),
      await sendMessage(app, reader.accessToken, resources),
    ];
    expect(without.body.result.resources).toHaveLength(4);
    expect(without.body.result.resources).toEqual(withScope.body.result.resources);
  });

  it('limits no completion of the name of a platform', async () => {
    const ref = { type: 'ref/resource', uri: 'cds://platforms/{platform}/capabilities' };
    const params = { ref, argument: { name: 'platform', value: 'you' } };
    for (const { accessToken } of [reader, writer]) {
      const { body } = await sendMessage(app, accessToken, { method: 'completion/complete', params });
      expect(body.result.completion.values).toEqual(['youtube']);
    }
  });
});

describe('callMcp: row 20, where a request comes from', () => {
  it.each(['https://evil.example', 'null', 'https://claude.ai.evil.example', 'not a url'])(
    'is refused with 403: a page of %s',
    async (origin) => {
      const answer = await sendMessage(app, granted.accessToken, { ...list, headers: { origin } });
      expect([answer.status, answer.body.error]).toEqual([403, 'FORBIDDEN']);
    },
  );

  it.each(['https://api.example', 'https://console.example', 'http://localhost:6274', 'https://claude.ai'])(
    'is taken: a page of %s',
    async (origin) => {
      expect((await sendMessage(app, granted.accessToken, { ...list, headers: { origin } })).status).toBe(200);
    },
  );

  it('is judged before the credential', async () => {
    expect((await sendMessage(app, null, { ...list, headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });

  it.each([
    ['evil.example', 403],
    ['api.example', 200],
    ['localhost:1234', 200],
  ])('is refused under a host name that is not ours: %s', async (host, expected) => {
    expect(await statusUnder(host)).toBe(expected);
  });
});

/** `fetch` sends no `Host` but its own. */
async function statusUnder(host: string): Promise<number> {
  const { request } = await import('node:http');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  return new Promise((resolve, reject) => {
    const headers = {
      ...mcpHeaders,
      host,
      'content-type': 'application/json',
      authorization: `Bearer ${granted.accessToken}`,
    };
    request(`${app.url}/_mcp`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    })
      .on('error', reject)
      .end(body);
  });
}

describe('callMcp: row 20, what else is refused', () => {
  it.each(['GET', 'DELETE', 'HEAD', 'PUT'])('the method %s, with Allow, to everybody', async (method) => {
    const { status, headers } = await stranger(app)(method, '/_mcp');
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('nothing that the scripts of a client cannot read', async () => {
    const origin = 'https://claude.ai';
    const asked = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const preflight = await stranger(app)('OPTIONS', '/_mcp', { headers: asked });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
    for (const name of [
      'authorization',
      'content-type',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'last-event-id',
    ])
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    const refused = await sendMessage(app, null, { ...list, headers: { origin } });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    ['a body that is no JSON', '{', 400],
    ['a list of messages', '[]', 400],
    ['no message', '{"a":1}', 400],
    ['a body of over a mebibyte', JSON.stringify({ a: 'x'.repeat(1_048_577) }), 413],
  ])('%s', async (_what, body, expected) => {
    const headers = { ...mcpHeaders, authorization: `Bearer ${granted.accessToken}` };
    expect((await stranger(app)('POST', '/_mcp', { headers, body })).status).toBe(expected);
  });

  it('a body of another kind', async () => {
    const headers = { ...mcpHeaders, authorization: `Bearer ${granted.accessToken}`, 'content-type': 'text/plain' };
    expect((await stranger(app)('POST', '/_mcp', { headers, body: '{}' })).status).toBe(415);
  });

  it.each([
    ['a tool that there is not', 'tools/call', { name: 'drop_tables', arguments: {} }, 200, -32602],
    ['a resource that there is not', 'resources/read', { uri: 'cds://platforms/myspace/capabilities' }, 200, -32602],
    ['a prompt that there is not', 'prompts/get', { name: 'nothing' }, 200, -32602],
    ['a method that there is not', 'tools/drop', {}, 404, -32601],
  ])('%s', async (_what, method, params, status, code) => {
    const answer = await sendMessage(app, granted.accessToken, { method, params });
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  });
});
