import { stranger } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { useEach } from '../../support/use';

const app = useApp();
const ada = useEach(async () => buildUser(app));
const change = async (currentPassword: string, newPassword = 'another horse') =>
  ada.call('POST', '/api/v1/auth/change-password', { body: { currentPassword, newPassword } });
const logIn = async (password: string) =>
  (await stranger(app)('POST', '/api/v1/auth/login', { body: { email: ada.email, password } })).status;

it('changes the password; tokens that were issued before stay valid', async () => {
  const { status, body } = await change(ada.password);

  expect([status, body]).toEqual([200, { message: 'The password was changed.' }]);
  expect([await logIn(ada.password), await logIn('another horse')]).toEqual([400, 200]);
  expect((await ada.call('GET', '/api/v1/auth/me')).status).toBe(200);
});

it('refuses a wrong current password', async () => {
  const { status, body } = await change('wrong horse');

  expect([status, body.details]).toEqual([400, { currentPassword: ['is wrong'] }]);
  expect(await logIn(ada.password)).toBe(200);
});

it('refuses a short new password before it looks at the current one', async () => {
  const { status, body } = await change('wrong horse', 'short');

  expect([status, body.details]).toEqual([400, { newPassword: ['must have at least 8 characters'] }]);
});

it('is refused after 10 failures', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, async () => change('wrong horse')));

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect((await change(ada.password)).status).toBe(429);
});

it('is refused at an address after 100 failures there, whosever they are', async () => {
  const others = await Promise.all(Array.from({ length: 11 }, async () => buildUser(app)));
  const guess = async ({ call }: (typeof others)[number]) =>
    call('POST', '/api/v1/auth/change-password', {
      body: { currentPassword: 'wrong horse', newPassword: 'another horse' },
    });
  await app.database.query('DELETE FROM failure_counts');
  const answers = await Promise.all(others.flatMap((one) => Array.from({ length: 10 }, async () => guess(one))));

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await change(ada.password)).status).toBe(429);
  await app.database.query('DELETE FROM failure_counts');
  expect((await change(ada.password)).status).toBe(200);
});

it('is done once when it is asked for twice at the same moment', async () => {
  const answers = await Promise.all([change(ada.password, 'first horse'), change(ada.password, 'second horse')]);

  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400]);
});
