import { until } from '../support/until';
import { random } from './watchedDeployment';
import type { WatchedDeployment } from './watchedDeployment';

/** What nobody but people themselves and their colleagues may read: emails, and the name of a user. */
export const personal = ['ada@example.com', 'grace@example.com', 'repeated@example.com', 'Ada Augusta Byron'];

/** Users who register, log in, change a password and accept an invitation, and whose requests are refused. */
export async function people(service: WatchedDeployment): Promise<void> {
  const { stranger, caller, keep } = service;
  const [password, wrong, next] = ['password', 'wrong', 'next'].map(random) as [string, string, string];
  keep('a password', password, wrong, next);
  const [ada, grace] = ['ada@example.com', 'grace@example.com'];
  const register = async (email: string) => {
    const made = await stranger('POST', '/api/v1/auth/register', {
      body: { email, password, name: 'Ada Augusta Byron' },
    });
    keep('a session', made.body.token);
    return caller(made.body.token);
  };
  const [byAda, byGrace] = [await register(ada), await register(grace)];
  const logIn = async (given: unknown) =>
    (await stranger('POST', '/api/v1/auth/login', { body: { email: ada, password: given } })).status;
  const change = async (currentPassword: string, newPassword: string) =>
    (await byAda('POST', '/api/v1/auth/change-password', { body: { currentPassword, newPassword } })).status;

  expect([await logIn(password), await logIn(wrong), await logIn([wrong])]).toEqual([200, 400, 400]);
  expect([
    await change(wrong, next),
    await change(password, `${next} `.repeat(9)),
    await change(password, next),
  ]).toEqual([400, 400, 200]);
  const refused = [
    stranger('POST', '/api/v1/auth/register', { body: { email: ada, password, name: 'Ada' } }),
    stranger('POST', '/api/v1/auth/register', { body: { email: password, password: '', name: [password] } }),
    stranger('POST', '/api/v1/auth/login', { body: `{"email":"${ada}","password":"${password}"` }),
    byAda('PATCH', '/api/v1/auth/profile', { body: { timezone: password, locale: password, avatarUrl: password } }),
  ];
  for (const answer of refused) expect((await answer).status).toBe(400);
  await inviteAndAccept(service, byAda, byGrace);
}

async function inviteAndAccept(
  { sandbox, caller }: WatchedDeployment,
  byAda: ReturnType<typeof caller>,
  byGrace: ReturnType<typeof caller>,
): Promise<void> {
  const { items } = (await byAda('GET', '/api/v1/auth/organizations')).body;
  const invitations = `/api/v1/auth/organizations/${items[0].id}/invitations`;
  const invite = async (email: string) => byAda('POST', invitations, { body: { email, role: 'member' } });
  await mailFaults(sandbox);
  await invite('repeated@example.com');
  await until(async () => (await byAda('GET', invitations)).body.items[0].mail.status === 'refused', 20_000);
  expect((await byAda('GET', invitations)).body.items[0].mail.error).toContain('/invitations/[redacted]');
  await invite('grace@example.com');
  const mail = await until(async () => (await sandbox.mails('grace@example.com')).at(-1), 20_000);
  const path = `/api/v1/auth${/\/invitations\/[\w-]{43}/.exec(mail.text)?.[0]}/accept`;
  expect([(await byAda('POST', path)).status, (await byGrace('POST', path)).status]).toEqual([403, 200]);
  expect((await byGrace('POST', path)).status).toBe(404);
}

/** Faults of a mail server that repeats its mails in refusals. */
async function mailFaults(sandbox: WatchedDeployment['sandbox']): Promise<void> {
  const text = 'No, not {message}';
  await sandbox.control('POST', '/mailbox/faults', { at: 'data', to: 'repeated@example.com', do: { code: 451, text } });
  await sandbox.control('POST', '/mailbox/faults', { at: 'data', to: 'repeated@example.com', do: { code: 554, text } });
}
