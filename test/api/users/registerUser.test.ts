import { stranger } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildUser, userClient } from '../../support/callers/people';

const app = useApp();
const valid = { email: 'Ada.L@Example.com', password: 'correct horse', name: 'Ada' };
const register = async (body: object) => stranger(app)('POST', '/api/v1/auth/register', { body });
const count = async (table: string) => (await app.database.query(`SELECT 1 FROM ${table}`)).length;

beforeEach(async () => {
  await app.database.query('DELETE FROM users');
  await app.database.query('DELETE FROM workspaces');
  await app.database.query('DELETE FROM failure_counts');
  app.forget();
});

it('makes the user, a workspace, its root organization, their membership as owner and a credit account', async () => {
  const { status, body } = await register(valid);

  expect(status).toBe(201);
  const { id } = body.user;
  expect(body).toEqual({ token: expect.any(String), user: { id, email: valid.email, name: 'Ada' } });
  expect(await app.deps.sessions.read(body.token)).toMatchObject({ userId: id });
  const rows = await app.database.query(
    `SELECT u.id, o.name, o.slug, o.is_root, m.role, a.plan, a.monthly_credits, w.api_key_hash
     FROM users u JOIN memberships m ON m.user_id = u.id JOIN organizations o ON o.id = m.organization_id
     JOIN workspaces w ON w.id = o.workspace_id JOIN credit_accounts a ON a.workspace_id = w.id`,
  );
  expect(rows).toEqual([
    {
      id,
      name: "Ada's organization",
      slug: expect.stringMatching(/^ada-[0-9a-f]{8}$/),
      is_root: true,
      role: 'owner',
      plan: 'free',
      monthly_credits: 500,
      api_key_hash: null,
    },
  ]);
  expect(app.dispatched).toEqual([]);
});

it('stores and logs no password', async () => {
  await register(valid);

  const dump = JSON.stringify([await app.database.query('SELECT * FROM users'), app.log]);
  expect(dump).toContain('$argon2id$');
  expect(dump).not.toContain(valid.password);
});

it('refuses an email in use in another case, and writes nothing', async () => {
  await register(valid);
  const { status, body } = await register({ ...valid, email: 'ada.l@EXAMPLE.com' });

  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'VALIDATION_ERROR', details: { email: ['is in use'] } });
  expect([await count('users'), await count('workspaces'), await count('organizations')]).toEqual([1, 1, 1]);
});

it('writes nothing at all if the membership, which is written last, cannot be', async () => {
  await app.database.query(`ALTER TABLE memberships ADD CONSTRAINT nobody CHECK (role <> 'owner') NOT VALID`);
  const { status } = await register(valid);
  await app.database.query('ALTER TABLE memberships DROP CONSTRAINT nobody');

  expect(status).toBe(500);
  const tables = ['users', 'workspaces', 'organizations', 'memberships', 'credit_accounts'];
  expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0, 0]);
  expect((await register(valid)).status).toBe(201);
});

it('refuses an address after 100 registrations with emails in use, whatever the emails', async () => {
  const taken = Array.from({ length: 11 }, (_none, index) => ({ ...valid, email: `taken${index}@example.com` }));
  for (const body of taken) expect((await register(body)).status).toBe(201);
  const answers = await Promise.all(taken.flatMap((body) => Array.from({ length: 10 }, async () => register(body))));

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await register(valid)).status).toBe(429);
  expect(await count('users')).toBe(11);
});

it('makes one user of twenty requests for one email at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, async () => register(valid)));

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  expect([await count('users'), await count('workspaces')]).toEqual([1, 1]);
});

it('ignores X-Forwarded-For if no proxy is trusted', async () => {
  await register(valid);
  const statuses: number[] = [];
  for (let failure = 0; failure < 11; failure += 1) {
    const headers = { 'x-forwarded-for': `192.0.2.${failure}` };
    statuses.push((await stranger(app)('POST', '/api/v1/auth/register', { body: valid, headers })).status);
  }

  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});

it.each([
  ['email', 'ada', 'must be an email address'],
  ['email', '', 'must not be empty'],
  ['email', ' ada@example.com', 'must be an email address'],
  ['email', `${'a'.repeat(250)}@example.com`, 'must have at most 254 characters'],
  ['email', undefined, 'is required'],
  ['password', '1234567', 'must have at least 8 characters'],
  ['password', '\u{1F600}'.repeat(7), 'must have at least 8 characters'],
  ['password', 'x'.repeat(129), 'must have at most 128 characters'],
  ['password', ' '.repeat(9), 'must not be blank'],
  ['name', '', 'must not be empty'],
  ['name', ' ', 'must not be blank'],
  ['name', 'x'.repeat(121), 'must have at most 120 characters'],
])('refuses %s %j', async (field, value, reason) => {
  const { status, body } = await register({ ...valid, [field]: value });

  expect(status).toBe(400);
  expect(body.details).toEqual({ [field]: [reason] });
  expect(await count('failure_counts')).toBe(0);
});

it('takes passwords of 8 and of 128 characters', async () => {
  for (const [index, password] of ['\u{1F600}'.repeat(8), 'x'.repeat(128)].entries())
    expect((await register({ ...valid, email: `u${index}@example.com`, password })).status).toBe(201);
});

it('gives a session with which the user can ask at once', async () => {
  const user = await buildUser(app);

  expect((await userClient(app, user)('GET', '/api/v1/auth/me')).body.id).toBe(user.userId);
});
