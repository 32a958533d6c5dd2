import { useCleanSandbox } from '../support/servers/sandbox';

const secret = 'a-value-that-nobody-may-read';
const values = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, secret]));
const names = [
  'access_token',
  'refresh_token',
  'token',
  'id_token',
  'client_secret',
  'code',
  'fb_exchange_token',
  'input_token',
  'appsecret_proof',
];

describe("The sandbox's record of calls", () => {
  const sandbox = useCleanSandbox();
  const latest = async () => (await sandbox.calls()).at(-1);

  it.each(names)('masks %s in a query, and nothing beside it', async (name) => {
    await sandbox.youtube('GET', `/tokeninfo?first=1&${name}=${secret}&last=2`);
    expect(await latest()).toMatchObject({ path: '/tokeninfo', query: `first=1&${name}=…&last=2` });
  });

  it('masks each of several, and one whose name is written with escapes', async () => {
    await sandbox.youtube('GET', `/tokeninfo?code=${secret}&code=${secret}&client%5Fsecret=${secret}=${secret}`);
    expect((await latest()).query).toBe('code=…&code=…&client%5Fsecret=…');
  });

  it('leaves parameters alone whose names only contain such a name', async () => {
    const query = 'code_challenge=c&zipcode=z&token_type=t&client_secret_hint=h&pageToken=p&code';
    await sandbox.youtube('GET', `/tokeninfo?${query}`);
    expect((await latest()).query).toBe(query);
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', new URLSearchParams(values(names)).toString()],
    ['JSON', 'application/json', JSON.stringify(values(names))],
  ])('has nothing of a body that is %s', async (_name, type, body) => {
    await sandbox.youtube('POST', '/token', { headers: { 'content-type': type }, body });
    expect(await latest()).toMatchObject({ method: 'POST', path: '/token', bytes: body.length });
    expect(JSON.stringify(await sandbox.calls())).not.toContain(secret);
  });
});
