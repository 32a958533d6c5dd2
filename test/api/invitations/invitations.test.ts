import { randomUUID } from 'node:crypto';
import { invitationContext } from '../../../models/organizations/Invitation';
import type { Answer } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { interleave } from '../../support/runs/interleave';
import { addMember, buildUser } from '../../support/callers/people';
import { testSecrets } from '../../support/secrets';
import { useEach } from '../../support/use';

const app = useApp();
const ada = useEach(async () => buildUser(app));
const grace = useEach(async () => buildUser(app, { name: 'Grace' }));
const invitationsOf = (organizationId: string) => `/api/v1/auth/organizations/${organizationId}/invitations`;
const membersOf = (organizationId: string) => `/api/v1/auth/organizations/${organizationId}/members`;

const invite = async (email = grace.email, role = 'member'): Promise<Answer> =>
  ada.call('POST', invitationsOf(ada.organizationId), { body: { email, role } });
const list = async () => (await ada.call('GET', invitationsOf(ada.organizationId))).body;
const rowOf = async (id: string) =>
  (
    await app.database.query<{ sealed_token: string | null; token_hash: string; accepted_at: Date | null }>(
      'SELECT sealed_token, token_hash, accepted_at FROM invitations WHERE id = $1',
      [id],
    )
  )[0]!;
/** The token as the mail will have it. */
const tokenOf = async (id: string) => testSecrets.decrypt((await rowOf(id)).sealed_token!, invitationContext(id));
const accept = async (token: string, by = grace) => by.call('POST', `/api/v1/auth/invitations/${token}/accept`);
const expire = async (id: string) =>
  app.database.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [id]);

describe('createInvitation', () => {
  it('answers the invitation without its token, for seven days', async () => {
    const { status, body } = await invite('Grace.H@Example.com', 'admin');

    expect(status).toBe(201);
    const { id, createdAt, expiresAt } = body;
    const mail = { status: 'pending', at: null, error: null };
    expect(body).toEqual({ id, email: 'Grace.H@Example.com', role: 'admin', expiresAt, createdAt, mail });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 86_400_000);
    expect(await list()).toEqual({ items: [body], total: 1 });
  });

  it('promises its mail with the invitation, and promises none that is refused', async () => {
    const { body } = await invite();
    await invite();

    const promised = await app.database.query(
      'SELECT id, workflow, kind, generation FROM outbox WHERE subject_id = $1',
      [body.id],
    );
    expect(promised).toEqual([{ id: expect.any(Number), workflow: 'mailInvitation', kind: 'start', generation: 1 }]);
    expect(app.dispatched).toContainEqual([promised[0]!['id']]);
  });

  it('mails one recipient five times a day at most, whoever invites and takes back', async () => {
    const other = await buildUser(app);
    const inviteBy = async (by: typeof ada) =>
      by.call('POST', invitationsOf(by.organizationId), { body: { email: grace.email, role: 'member' } });
    for (let mails = 0; mails < 5; mails += 1) {
      const by = mails % 2 === 0 ? ada : other;
      const { status, body } = await inviteBy(by);
      expect(status).toBe(201);
      expect((await by.call('DELETE', `${invitationsOf(by.organizationId)}/${body.id}`)).status).toBe(204);
    }
    const { status, headers, body } = await inviteBy(ada);

    expect([status, body.error]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await list()).toEqual({ items: [], total: 0 });
    expect((await invite('heidi@example.com')).status).toBe(201);
    await app.database.query(`UPDATE failure_counts SET ends_at = ends_at - interval '1 day'`);
    expect((await inviteBy(ada)).status).toBe(201);
  });

  it('takes a hundred invitations of a workspace a day, of all its organizations', async () => {
    const second = (await ada.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } })).body.id;
    const statuses: number[] = [];
    for (let sent = 0; sent < 100; sent += 1) {
      const path = invitationsOf(sent % 2 === 0 ? ada.organizationId : second);
      const body = { email: `guest${sent}-${ada.userId}@example.com`, role: 'member' };
      statuses.push((await ada.call('POST', path, { body })).status);
    }
    const again = { email: `guest99-${ada.userId}@example.com`, role: 'member' };
    expect((await ada.call('POST', invitationsOf(second), { body: again })).status).toBe(409);

    expect(new Set(statuses)).toEqual(new Set([201]));
    expect((await invite('one-more@example.com')).status).toBe(429);
    expect(
      (
        await grace.call('POST', invitationsOf(grace.organizationId), {
          body: { email: 'one-more@example.com', role: 'member' },
        })
      ).status,
    ).toBe(201);
  });

  it('stores the token as a hash and sealed, and logs it nowhere', async () => {
    const { body } = await invite();
    const token = await tokenOf(body.id);
    expect(token).toMatch(/^[\w-]{43}$/);
    await accept(token);

    expect(JSON.stringify([await rowOf(body.id), app.log])).not.toContain(token);
    expect((await rowOf(body.id)).sealed_token).toBeNull();
  });
});

describe('acceptInvitation', () => {
  it('makes the invited user a member with the role', async () => {
    const { body } = await invite(grace.email.toUpperCase(), 'admin');
    const { status, body: accepted } = await accept(await tokenOf(body.id));

    expect([status, accepted]).toEqual([200, { organizationId: ada.organizationId, role: 'admin' }]);
    const { items } = (await grace.call('GET', `/api/v1/auth/organizations/${ada.organizationId}/members`)).body;
    expect(items.map(({ role, user }: { role: string; user: { id: string } }) => [user.id, role])).toEqual([
      [ada.userId, 'owner'],
      [grace.userId, 'admin'],
    ]);
    expect(await list()).toEqual({ items: [], total: 0 });
  });

  it('refuses another user with 403, and stays pending', async () => {
    const { body } = await invite();
    const token = await tokenOf(body.id);

    expect((await accept(token, await buildUser(app))).status).toBe(403);
    expect((await accept(token)).status).toBe(200);
  });

  it('answers 404 for a used token to everybody, its member too', async () => {
    const { body } = await invite();
    const token = await tokenOf(body.id);
    await accept(token);

    for (const by of [grace, ada, await buildUser(app)]) expect((await accept(token, by)).status).toBe(404);
  });

  it('lets nobody in twice by one token: who was removed needs another one', async () => {
    const { body } = await invite();
    const token = await tokenOf(body.id);
    await accept(token);
    await grace.call('POST', `/api/v1/auth/organizations/${ada.organizationId}/leave`);

    expect((await accept(token)).status).toBe(404);
    const again = await invite();
    expect((await accept(await tokenOf(again.body.id))).status).toBe(200);
  });

  it('makes one member of ten acceptances at the same moment', async () => {
    const { body } = await invite();
    const token = await tokenOf(body.id);
    const answers = await Promise.all(Array.from({ length: 10 }, async () => accept(token)));

    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 404),
    ]);
  });

  it.each(['x', '%00', 'a'.repeat(43), '%20', randomUUID(), '..%2F..', '%F0%9F%98%80'])(
    'answers 404 to the unknown token %s',
    async (token) => {
      expect((await accept(token)).status).toBe(404);
    },
  );
});

describe('listInvitations and acceptInvitation', () => {
  it('answers 410 after it has expired, and does not list it', async () => {
    const { body } = await invite();
    const token = await tokenOf(body.id);
    await expire(body.id);
    const answer = await accept(token);

    expect([answer.status, answer.body.error, answer.body.details]).toEqual([410, 'GONE', {}]);
    expect(await list()).toEqual({ items: [], total: 0 });
  });
});

describe('createInvitation for an email', () => {
  it('answers 409 to a second invitation of an email, until the first one has expired', async () => {
    const { body } = await invite();
    expect((await invite(grace.email.toUpperCase())).status).toBe(409);
    await expire(body.id);
    expect((await invite()).status).toBe(201);
  });

  it('makes one invitation of ten requests for one email at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, async () => invite()));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await list()).total).toBe(1);
  });

  it('answers 409 to the email of a member', async () => {
    await addMember(ada.organizationId, grace.userId, 'member');

    expect((await invite(grace.email.toUpperCase())).status).toBe(409);
    expect((await invite(ada.email)).status).toBe(409);
  });
});

it('createInvitation answers 409 to an email that becomes a member’s at the same moment', async () => {
  await invite();
  const { status, body } = await interleave(
    app.database,
    async (client) => {
      await client.query('SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [ada.organizationId]);
      await client.query(
        `INSERT INTO memberships (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, 'member')`,
        [ada.organizationId, grace.userId],
      );
      await client.query('UPDATE invitations SET accepted_at = now() WHERE organization_id = $1', [ada.organizationId]);
    },
    async () => invite(),
  );
  expect([status, body.message]).toEqual([409, 'This email belongs to a member already.']);
});

describe('an invitation whose inviter may not invite any more', () => {
  const losses: Record<string, (admin: typeof ada, memberId: string) => Promise<Answer>> = {
    'was removed': async (_admin, memberId) => ada.call('DELETE', `${membersOf(ada.organizationId)}/${memberId}`),
    'was made a member': async (_admin, memberId) =>
      ada.call('PATCH', `${membersOf(ada.organizationId)}/${memberId}/role`, { body: { role: 'member' } }),
    'has left': async (admin) => admin.call('POST', `/api/v1/auth/organizations/${ada.organizationId}/leave`),
  };

  it.each(Object.entries(losses))('lets nobody in: the inviter %s', async (_what, lose) => {
    const admin = await buildUser(app);
    const memberId = await addMember(ada.organizationId, admin.userId, 'admin');
    const { body } = await admin.call('POST', invitationsOf(ada.organizationId), {
      body: { email: grace.email, role: 'admin' },
    });
    const token = await tokenOf(body.id);
    expect((await list()).total).toBe(1);
    expect((await lose(admin, memberId)).status).toBeLessThan(300);

    expect((await accept(token)).body.message).toBe('There is no such invitation.');
    expect(await list()).toEqual({ items: [], total: 0 });
    expect((await invite()).status).toBe(201);
  });

  it('is unknown, once it was accepted', async () => {
    const admin = await buildUser(app);
    const memberId = await addMember(ada.organizationId, admin.userId, 'admin');
    const { body } = await admin.call('POST', invitationsOf(ada.organizationId), {
      body: { email: grace.email, role: 'member' },
    });
    const token = await tokenOf(body.id);
    expect((await accept(token)).status).toBe(200);
    await losses['was removed']!(admin, memberId);

    expect((await accept(token)).status).toBe(404);
  });
});

describe('deleteInvitation', () => {
  it('leads nowhere after it was taken back', async () => {
    const { body } = await invite();
    const token = await tokenOf(body.id);
    const remove = async () => ada.call('DELETE', `${invitationsOf(ada.organizationId)}/${body.id}`);

    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await accept(token)).status).toBe(404);
    expect((await invite()).status).toBe(201);
  });

  it('cannot be taken back after it was accepted, nor from another organization', async () => {
    const { body } = await invite();
    const foreign = await grace.call('DELETE', `${invitationsOf(grace.organizationId)}/${body.id}`);
    expect(foreign.status).toBe(404);
    await accept(await tokenOf(body.id));

    expect((await ada.call('DELETE', `${invitationsOf(ada.organizationId)}/${body.id}`)).status).toBe(404);
  });
});

describe('the body of createInvitation', () => {
  it.each([
    [{ email: 'grace', role: 'member' }, 'email'],
    [{ email: 'grace@example.com', role: 'owner' }, 'role'],
    [{ email: 'grace@example.com' }, 'role'],
  ])('refuses %j', async (body, field) => {
    const answer = await ada.call('POST', invitationsOf(ada.organizationId), { body });

    expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, [field]]);
  });
});
