import { registrationsMax, registrationsPerNetworkMax } from '../../../../domain/mcp';
import { useApp } from '../../../support/callers/app';
import { register, sendForm } from '../../../support/callers/assistant';

const app = useApp({ trustProxy: 1 });
beforeEach(async () => app.database.query('DELETE FROM failure_counts'));
const uris = ['https://assistant.example/callback'];
const count = async () => (await app.database.query('SELECT 1 FROM mcp_clients')).length;

describe('registerMcpClient', () => {
  it('registers a public client for good, ignores what it does not know, and answers what was registered', async () => {
    const { status, body, headers } = await register(app, {
      client_name: ' Claude ',
      redirect_uris: uris,
      grant_types: ['authorization_code', 'implicit'],
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'web',
      scope: 'mcp.read',
      logo_uri: 'javascript:alert(1)',
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Claude',
      redirect_uris: uris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    expect(Math.abs(Date.now() / 1000 - body.client_id_issued_at)).toBeLessThan(60);
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual(['no-store', '*']);
  });

  it('takes a registration that says nothing but where to go', async () => {
    const { status, body } = await register(app, { redirect_uris: uris });
    expect([status, body.grant_types]).toEqual([201, ['authorization_code', 'refresh_token']]);
    expect(body).not.toHaveProperty('client_name');
  });

  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
    'http://localhost/callback',
    'http://[::1]:8080/cb?a=b',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/oauth',
  ])('row 18: takes %s', async (uri) => {
    expect((await register(app, { redirect_uris: [uri] })).status).toBe(201);
  });

  it.each([
    'http://assistant.example/callback',
    'http://127.0.0.1.example/',
    'http://localhost.example/',
    'http://localhost@evil.example/',
    'javascript:alert(1)',
    'javascript://x/%0aalert(1)',
    'data:text/html,x',
    'data://x',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    'about://blank',
    'vbscript://x',
    'mailto:a@b.example',
    'https://user:pass@assistant.example/',
    'https://assistant.example/#fragment',
    'https://assistant.example/?code=1',
    'https://assistant.example/a b',
    'https:assistant.example',
    '/callback',
    '',
    `https://assistant.example/${'x'.repeat(2048)}`,
  ])('row 18: refuses the redirect URI %s', async (uri) => {
    const before = await count();
    const { status, body } = await register(app, { redirect_uris: [...uris, uri] });

    expect([status, body]).toEqual([400, { error: 'invalid_redirect_uri', error_description: expect.any(String) }]);
    expect(await count()).toBe(before);
  });

  it.each([
    ['invalid_redirect_uri', {}],
    ['invalid_redirect_uri', { redirect_uris: [] }],
    ['invalid_redirect_uri', { redirect_uris: 'https://assistant.example' }],
    ['invalid_redirect_uri', { redirect_uris: [7] }],
    ['invalid_redirect_uri', { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) }],
    [
      'invalid_redirect_uri',
      { redirect_uris: [1, 2, 3, 4, 5].map((n) => `https://a.example/${n}${'x'.repeat(1700)}`) },
    ],
    ['invalid_client_metadata', { redirect_uris: uris, client_name: 'x'.repeat(121) }],
    ['invalid_client_metadata', { redirect_uris: uris, client_name: 'two\nlines' }],
    ['invalid_client_metadata', { redirect_uris: uris, client_name: 7 }],
    ['invalid_client_metadata', { redirect_uris: uris, grant_types: ['client_credentials'] }],
    ['invalid_client_metadata', { redirect_uris: uris, response_types: ['token'] }],
    ['invalid_client_metadata', '{"redirect_uris": ['],
    ['invalid_client_metadata', '[]'],
  ])('row 18: answers %s to %j', async (error, body) => {
    const answer = await register(app, body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it('answers a form in the words of OAuth', async () => {
    const { status, body } = await sendForm(app, '/oauth/mcp/register', { redirect_uris: uris[0] });
    expect([status, body.error]).toEqual([415, 'invalid_client_metadata']);
  });

  it('row 18: caps the clients of an address, and of all addresses, and never removes one', async () => {
    expect((await from('192.0.2.1')).status).toBe(201);
    await counted(registrationsPerNetworkMax, 2);
    const before = await count();
    const refusal = await from('192.0.2.1');
    expect(refusal.status).toBe(429);
    expect(await refusal.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('192.0.2.2')).status).toBe(201);

    await counted(registrationsMax, registrationsMax);
    expect((await from('192.0.2.3')).status).toBe(429);
    expect(await count()).toBe(before + 1);
  });

  it('row 18: counts the addresses of a /48 as one', async () => {
    expect((await from('2001:db8:7:1::1')).status).toBe(201);
    await counted(registrationsPerNetworkMax, 2);
    expect((await from('2001:db8:7:ffff::2')).status).toBe(429);
    expect((await from('2001:db8:8:1::1')).status).toBe(201);
  });

  it('row 18: answers a registration that says the same with the same client, counts it once, and never refuses it', async () => {
    const body = { client_name: 'Hosted', redirect_uris: uris };
    const answers = await Promise.all([1, 2, 3].map(async () => register(app, body)));
    const [id, ...others] = answers.map((answer) => answer.body.client_id);
    expect(others).toEqual([id, id]);
    await counted(registrationsMax, registrationsMax);
    expect((await register(app, body)).body.client_id).toBe(id);
    expect((await register(app, { ...body, client_name: 'Other' })).status).toBe(429);
  });
});

let nth = 0;

/** Registers a new client. */
async function from(address: string): Promise<Response> {
  nth += 1;
  return fetch(`${app.url}/oauth/mcp/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ redirect_uris: [`https://assistant.example/${nth}`] }),
  });
}

async function counted(failures: number, below: number): Promise<void> {
  await app.database.query(`UPDATE failure_counts SET failures = ${failures} WHERE failures < ${below}`);
}
