import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT, generateKeyPair } from 'jose';
import { parseSecretsKeys } from '../../lib/secrets';
import { createSessions } from '../../lib/sessions';

const issuer = 'https://api.example';
const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const keyring = parseSecretsKeys(keyOf('k1', 1));
const { issue, read } = createSessions(keyring, issuer);
const userOf = async (token: string) => (await read(token))?.userId ?? null;
const claims = { iss: issuer, aud: `${issuer}/api/v1`, sub: 'ada' };
const seconds = (ahead = 0) => Math.floor(Date.now() / 1000) + ahead;

async function forge(
  changed: object = {},
  header: object = {},
  key: Parameters<SignJWT['sign']>[0] = keyring.get('k1')!,
) {
  const payload = { ...claims, iat: seconds(), exp: seconds(60), ...changed };
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'k1', ...header }).sign(key);
}

/** Signs a token that jose would refuse to sign. */
function signByHand(header: object): string {
  const payload = { ...claims, iat: seconds(), exp: seconds(60) };
  const parts = [{ alg: 'HS256', typ: 'JWT', kid: 'k1', ...header }, payload];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', keyring.get('k1')!).update(text).digest('base64url')}`;
}

it('issues a token that names the user, for 24 hours, and no role', async () => {
  const token = await issue('ada');

  expect(await userOf(token)).toBe('ada');
  const [header, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect(JSON.parse(header!)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'k1' });
  const { iat, exp, ...named } = JSON.parse(payload!) as { iat: number; exp: number };
  expect(named).toEqual(claims);
  expect(exp - iat).toBe(24 * 3600);
  expect(await read(token)).toEqual({ userId: 'ada', endsAt: new Date(exp * 1000) });
});

it('accepts what the forger of these tests signs with the right key', async () => {
  expect(await userOf(await forge())).toBe('ada');
  expect(await userOf(signByHand({}))).toBe('ada');
});

it.each<[string, () => Promise<string> | string]>([
  ['is no token', () => 'nothing'],
  ['is not signed', () => new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1h').encode()],
  ['is signed by another key', async () => forge({}, {}, Buffer.alloc(32, 9))],
  ['names a key that there is not', async () => forge({}, { kid: 'k2' })],
  ['names no key', async () => forge({}, { kid: undefined })],
  ['is signed by another algorithm', async () => forge({}, { alg: 'HS512' }, Buffer.alloc(64, 1))],
  [
    'is signed by a public key algorithm',
    async () => forge({}, { alg: 'EdDSA' }, (await generateKeyPair('EdDSA')).privateKey),
  ],
  ['is of another type', async () => forge({}, { typ: 'at+jwt' })],
  ['has a critical header that is not known', () => signByHand({ crit: ['level'], level: 1 })],
  ['is of another issuer', async () => forge({ iss: 'https://other.example' })],
  ['is for another audience', async () => forge({ aud: `${issuer}/_mcp` })],
  ['names no user', async () => forge({ sub: undefined })],
  ['has expired', async () => forge({ iat: seconds(-120), exp: seconds(-10) })],
  ['never expires', async () => forge({ exp: undefined })],
  ['is older than a day', async () => forge({ iat: seconds(-86_410), exp: seconds(60) })],
  ['was issued in the future', async () => forge({ iat: seconds(60), exp: seconds(120) })],
  ['is not valid yet', async () => forge({ nbf: seconds(60) })],
])('refuses a token that %s', async (_what, make) => {
  expect(await userOf(await make())).toBeNull();
});

it('accepts the tokens of an old key while it is in the list, and no longer', async () => {
  const old = await issue('ada');
  const rotating = createSessions(parseSecretsKeys(`${keyOf('k2', 2)},${keyOf('k1', 1)}`), issuer);
  const afterwards = createSessions(parseSecretsKeys(keyOf('k2', 2)), issuer);

  expect([await rotating.read(old), await afterwards.read(old)]).toEqual([
    expect.objectContaining({ userId: 'ada' }),
    null,
  ]);
  expect(await afterwards.read(await rotating.issue('ada'))).toMatchObject({ userId: 'ada' });
});
