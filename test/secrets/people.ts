import { invitationContext } from '../../models/Invitation';
import { testSecrets } from '../support/secrets';
import { random } from './watchedDeployment';
import type { WatchedDeployment } from './watchedDeployment';

/** Users who register, log in, change a password and accept an invitation, and whose requests are refused. */
export async function people(service: WatchedDeployment): Promise<void> {
  const { stranger, caller, keep } = service;
  const [password, wrong, next] = ['password', 'wrong', 'next'].map(random) as [string, string, string];
  keep('a password', password, wrong, next);
  const [ada, grace] = ['ada@example.com', 'grace@example.com'];
  const register = async (email: string) => {
    const made = await stranger('POST', '/api/v1/auth/register', { body: { email, password, name: 'Ada' } });
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
  { database, caller }: WatchedDeployment,
  byAda: ReturnType<typeof caller>,
  byGrace: ReturnType<typeof caller>,
): Promise<void> {
  const { items } = (await byAda('GET', '/api/v1/auth/organizations')).body;
  const { body } = await byAda('POST', `/api/v1/auth/organizations/${items[0].id}/invitations`, {
    body: { email: 'grace@example.com', role: 'member' },
  });
  const [row] = await database.query<{ sealed: string }>(
    'SELECT sealed_token AS sealed FROM invitations WHERE id = $1',
    [body.id],
  );
  const path = `/api/v1/auth/invitations/${testSecrets.decrypt(row!.sealed, invitationContext(body.id))}/accept`;
  expect([(await byAda('POST', path)).status, (await byGrace('POST', path)).status]).toEqual([403, 200]);
  expect((await byGrace('POST', path)).status).toBe(409);
}
