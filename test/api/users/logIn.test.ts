import { LimitReached } from '../../../lib/KeyedLimiter';
import { stranger } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { testPasswords } from '../../support/secrets';
import { stopwatch } from '../../support/stopwatch';
import { use } from '../../support/use';

/** The requested verifications: true for a stored hash, false without a stored hash. */
const verified: boolean[] = [];
/** A password that comes when too many other passwords wait. */
const tooMany = 'one horse too many';
const passwords = {
  ...testPasswords,
  verify: async (stored: string | null, password: string) => {
    if (password === tooMany) throw new LimitReached('too many passwords wait');
    verified.push(stored !== null);
    return testPasswords.verify(stored, password);
  },
};
const app = use(async () => startApp({ trustProxy: 1 }, { passwords }));
const ada = use(async () => buildUser(app, { email: 'Ada@example.com' }));
const logIn = async (email: string, password: string, from = '192.0.2.1') =>
  stranger(app)('POST', '/api/v1/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': from } });
const failures = async () =>
  (await app.database.query<{ failures: number }>('SELECT failures FROM failure_counts ORDER BY 1')).map(
    (row) => row.failures,
  );

beforeEach(async () => {
  await app.database.query('DELETE FROM failure_counts');
  verified.length = 0;
});

it('answers a token for the right password, whatever the case of the email', async () => {
  const { status, body } = await logIn('aDA@EXAMPLE.com', ada.password);

  expect([status, Object.keys(body)]).toEqual([200, ['token']]);
  expect(await app.deps.sessions.read(body.token)).toMatchObject({ userId: ada.userId });
  expect(await failures()).toEqual([0, 0]);
});

it('answers an unknown email as a wrong password, after one verification each', async () => {
  const wrong = await logIn(ada.email, 'wrong horse');
  const unknown = await logIn('nobody@example.com', 'wrong horse');

  expect([wrong.status, unknown.status]).toEqual([400, 400]);
  expect(wrong.body).toEqual({
    error: 'VALIDATION_ERROR',
    message: 'The email or the password is wrong.',
    details: {},
  });
  expect(unknown.body).toEqual(wrong.body);
  expect(verified).toEqual([true, false]);
});

it.each([
  ['in other letters', 'CORRECT HORSE'],
  ['with a blank before', ' correct horse'],
  ['with a blank behind', 'correct horse '],
  ['with a letter in another form of Unicode', 'correct horse\u0301'],
])('compares the password as it comes: one %s is wrong', async (_what, password) => {
  expect([ada.password, (await logIn(ada.email, password)).status]).toEqual(['correct horse', 400]);
});

it('compares the password to its end', async () => {
  const long = await buildUser(app, { email: 'long@example.com', password: `${'x'.repeat(127)}a` });
  expect((await logIn(long.email, `${'x'.repeat(127)}b`)).status).toBe(400);
  expect((await logIn(long.email, 'x'.repeat(127))).status).toBe(400);
  expect((await logIn(long.email, long.password)).status).toBe(200);
});

it('notes in the log each try that was right, wrong or refused, with the user and without email and password', async () => {
  app.forget();
  await logIn(ada.email, 'wrong horse');
  await logIn('nobody@example.com', 'wrong horse');
  await logIn(ada.email, ada.password);
  await app.database.query('UPDATE failure_counts SET failures = 100');
  const { headers } = await logIn(ada.email, ada.password);

  const noted = app.log.filter(({ msg }) => msg === 'authentication');
  const told = noted.map(({ purpose, outcome, userId }) => [purpose, outcome, userId]);
  expect(told).toEqual([
    ['login', 'wrong', ada.userId],
    ['login', 'wrong', undefined],
    ['login', 'right', ada.userId],
    ['login', 'refused', undefined],
  ]);
  expect(noted.at(-1)).toMatchObject({ requestId: headers.get('x-request-id') });
  expect(JSON.stringify(app.log)).not.toMatch(/example\.com|horse|192\.0/i);
});

it('refuses an account from an address after 10 failures, the right password too, and says for how long', async () => {
  const passedMs = stopwatch();
  for (let failure = 1; failure <= 10; failure += 1) expect((await logIn(ada.email, 'wrong horse')).status).toBe(400);
  const { status, headers, body } = await logIn(ada.email, ada.password);

  expect([status, body.error]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(Math.floor(900 - passedMs() / 1000));
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900);
  expect(verified).toHaveLength(10);
  expect((await logIn(ada.email, ada.password, '192.0.2.2')).status).toBe(200);
});

it('lets no more than 10 guesses through that are made at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, async () => logIn(ada.email, 'wrong horse')));

  expect(verified).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
});

it('lets any number of right passwords through that are given at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, async () => logIn(ada.email, ada.password)));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await failures()).toEqual([0, 0]);
});

it('refuses an address after 100 failures, whatever the accounts', async () => {
  const guess = async (account: number) => logIn(`user${account}@example.com`, 'wrong horse');
  const answers = await Promise.all(Array.from({ length: 110 }, async (_one, account) => guess(account)));

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(100);
  expect((await logIn(ada.email, ada.password)).status).toBe(429);
  expect((await logIn(ada.email, ada.password, '192.0.2.2')).status).toBe(200);
});

it('counts the addresses of one IPv6 network together', async () => {
  for (let failure = 0; failure < 10; failure += 1) await logIn(ada.email, 'wrong horse', `2001:db8:1:2::${failure}`);

  expect((await logIn(ada.email, ada.password, '2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await logIn(ada.email, ada.password, '2001:db8:1:3::1')).status).toBe(200);
});

it('counts by the address that the trusted proxy has seen, whatever the caller puts before it', async () => {
  for (let nth = 0; nth < 10; nth += 1) await logIn(ada.email, 'wrong horse', `198.51.100.${nth}, 192.0.2.1`);

  expect((await logIn(ada.email, ada.password, '198.51.100.99, 192.0.2.1')).status).toBe(429);
  expect((await logIn(ada.email, ada.password, '192.0.2.1, 198.51.100.99')).status).toBe(200);
});

it('begins the count anew after 15 minutes', async () => {
  for (let failure = 1; failure <= 10; failure += 1) await logIn(ada.email, 'wrong horse');
  await app.database.query(`UPDATE failure_counts SET ends_at = ends_at - interval '15 minutes'`);

  expect((await logIn(ada.email, ada.password)).status).toBe(200);
});

it.each([
  [{ email: 'ada@example.com' }, { password: ['is required'] }],
  [{ password: 'correct horse' }, { email: ['is required'] }],
  [
    { email: '', password: '' },
    { email: ['must not be empty'], password: ['must not be empty'] },
  ],
])('counts no malformed request: %j', async (body, details) => {
  const answer = await stranger(app)('POST', '/api/v1/auth/login', { body });

  expect(answer.status).toBe(400);
  expect(answer.body.details).toEqual(details);
  expect(await failures()).toEqual([]);
});

it('answers 503 while too many passwords wait, and counts no failure', async () => {
  const { status, headers, body } = await logIn(ada.email, tooMany);

  expect([status, headers.get('retry-after'), body.error]).toEqual([503, '1', 'UNAVAILABLE']);
  expect(await failures()).toEqual([0, 0]);
});
