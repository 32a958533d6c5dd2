import { randomUUID } from 'node:crypto';
import { stranger } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import { addMember, buildUser } from '../../support/callers/people';
import { useSandbox } from '../../support/servers/sandbox';
import { use, useEach } from '../../support/use';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const scene = useEach(async () => {
  const owner = await buildUser(app, { name: 'Olga' });
  const ada = await buildUser(app, { name: 'Ada' });
  await addMember(owner.organizationId, ada.userId, 'member');
  const grant = await sandbox.grant();
  const { connectionId } = await buildConnection(owner, {}, grant);
  const headers = { 'X-Organization-Id': owner.organizationId };
  const body = videoBody(connectionId);
  app.forget();
  return {
    owner,
    ada,
    grant,
    connectionId,
    limit: async (monthlyLimit: unknown, userId = ada.userId) =>
      owner.call('PATCH', `/api/v1/console/billing/member-limits/${userId}`, { body: { monthlyLimit } }),
    asAda: async (method: string, path: string, given?: unknown) =>
      ada.call(method, `/api/v1/console${path}`, { headers, ...(given !== undefined && { body: given }) }),
    create: async () => ada.call('POST', '/api/v1/console/assignments', { headers, body }),
  };
});

/** Moves the account into a cycle that ended long ago. */
/** No cycle of an account from 45 days ago begins today, whatever the day of the month: the present cycle is another one. */
async function endCycle(workspaceId: string): Promise<void> {
  await app.database.query(
    `UPDATE credit_accounts SET first_day = day, cycle_started_at = day, cycle_resets_at = day + interval '1 month'
     FROM (SELECT (now() AT TIME ZONE 'UTC')::date - 45 AS day) ago WHERE workspace_id = $1`,
    [workspaceId],
  );
}

const short = (required: number, balance: number) => ({ error: 'INSUFFICIENT_CREDITS', required, balance });

describe('listMemberLimits', () => {
  const path = '/api/v1/console/billing/member-limits';

  it('answers the members of all organizations of the workspace, and nobody else', async () => {
    const { owner, ada } = scene;
    await buildUser(app);
    const created = await owner.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } });
    const eve = await buildUser(app, { name: 'Eve' });
    await addMember(created.body.id, eve.userId, 'admin');
    const { status, body } = await owner.call('GET', path);
    expect(status).toBe(200);
    expect(body.items.map(({ userId }: { userId: string }) => userId)).toEqual([owner.userId, ada.userId, eve.userId]);
    expect(body.items[2]).toEqual({
      userId: eve.userId,
      name: 'Eve',
      email: eve.email,
      role: 'admin',
      monthlyLimit: null,
      usedThisCycle: 0,
    });
  });

  it('answers 403 to a member who is no admin', async () => {
    expect(await scene.asAda('GET', '/billing/member-limits')).toMatchObject({ status: 403 });
  });

  it('counts anew once the cycle has ended, before anybody has spent in the new one', async () => {
    const { owner, ada, create } = scene;
    await create();
    const used = async () => {
      const { body } = await owner.call('GET', path);
      return body.items.find(({ userId }: { userId: string }) => userId === ada.userId).usedThisCycle;
    };
    expect(await used()).toBe(10);
    await endCycle(owner.workspaceId);
    expect(await used()).toBe(0);
  });
});

describe('updateMemberLimit', () => {
  it('answers the record of the member, with what they have used', async () => {
    const { owner, ada, create, limit } = scene;
    await create();
    const { status, body } = await limit(25);
    expect([status, body]).toEqual([
      200,
      { userId: ada.userId, name: 'Ada', email: ada.email, role: 'member', monthlyLimit: 25, usedThisCycle: 10 },
    ]);
    const list = await owner.call('GET', '/api/v1/console/billing/member-limits');
    expect(list.body.items).toEqual([
      expect.objectContaining({ userId: owner.userId, role: 'owner', monthlyLimit: null, usedThisCycle: 0 }),
      body,
    ]);
    expect(app.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('lifts a limit by null', async () => {
    await scene.limit(0);
    expect((await scene.create()).status).toBe(402);
    expect((await scene.limit(null)).body).toMatchObject({ monthlyLimit: null });
    expect((await scene.create()).status).toBe(201);
  });

  it.each([
    ['a negative limit', { monthlyLimit: -1 }],
    ['no limit', {}],
    ['a fraction', { monthlyLimit: 1.5 }],
    ['a text', { monthlyLimit: '5' }],
    ['more than can be counted', { monthlyLimit: 2_147_483_648 }],
  ])('answers 400 to %s, and changes nothing', async (_what, body) => {
    const { owner, ada } = scene;
    const path = `/api/v1/console/billing/member-limits/${ada.userId}`;
    const answer = await owner.call('PATCH', path, { body });
    expect(answer).toMatchObject({ status: 400, body: { details: { monthlyLimit: [expect.any(String)] } } });
    expect(await app.database.query('SELECT 1 FROM member_credits WHERE user_id = $1', [ada.userId])).toEqual([]);
  });

  it('answers 404 for an unknown user, and for one of another workspace', async () => {
    const other = await buildUser(app);
    for (const userId of [randomUUID(), other.userId]) {
      expect(await scene.limit(5, userId)).toMatchObject({
        status: 404,
        body: { message: 'There is no such member.' },
      });
    }
  });

  it('answers 403 to a member, whoever is asked about', async () => {
    const { ada, asAda } = scene;
    for (const userId of [ada.userId, randomUUID()])
      expect(await asAda('PATCH', `/billing/member-limits/${userId}`, { monthlyLimit: 5 })).toMatchObject({
        status: 403,
      });
  });

  it('is there for the API key, too', async () => {
    const caller = await buildCaller(app);
    const member = await buildUser(app);
    await addMember(caller.organizationId, member.userId, 'admin');
    const path = '/api/v1/billing/org/member-limits';
    const limited = await caller.call('PATCH', `${path}/${member.userId}`, { body: { monthlyLimit: 7 } });
    expect(limited).toMatchObject({ status: 200, body: { role: 'admin', monthlyLimit: 7 } });
    expect((await caller.call('GET', path)).body.items).toEqual([limited.body]);
  });
});

describe('a member above their limit', () => {
  const entries = async () =>
    app.database.query<{ type: string; userId: string }>(
      `SELECT type, user_id AS "userId" FROM credit_entries WHERE workspace_id = $1 AND type <> 'grant' ORDER BY seq`,
      [scene.owner.workspaceId],
    );

  it('is answered 402 at create, with what the limit leaves; nothing is written, nothing starts', async () => {
    await scene.limit(14);
    expect((await scene.create()).headers.get('x-credits-balance')).toBe('490');
    app.forget();
    const { status, body, headers } = await scene.create();
    expect([status, body]).toEqual([402, short(10, 4)]);
    expect([headers.get('x-credits-required'), headers.get('x-credits-balance')]).toEqual(['10', '4']);
    expect(await entries()).toEqual([{ type: 'hold', userId: scene.ada.userId }]);
    expect(app.dispatched).toEqual([]);
    const [{ count }] = (await app.database.query('SELECT count(*) FROM assignments WHERE workspace_id = $1', [
      scene.owner.workspaceId,
    ])) as [{ count: number }];
    expect(count).toBe(1);
  });

  it('is reported by validate, too', async () => {
    await scene.limit(4);
    const { body } = await scene.asAda('POST', '/assignments/validate', videoBody(scene.connectionId));
    expect(body).toMatchObject({ valid: false, credits: { required: 10, balance: 4 } });
  });

  it('is answered 402 at retry, and the assignment stays failed', async () => {
    const { owner, connectionId } = scene;
    const { assignmentId } = await buildAssignment({ ...owner, connectionId }, { status: 'failed' });
    await scene.limit(9);
    expect(await scene.asAda('POST', `/assignments/${assignmentId}/retry`)).toMatchObject({
      status: 402,
      body: short(10, 9),
    });
    await scene.limit(10);
    expect((await scene.asAda('POST', `/assignments/${assignmentId}/retry`)).status).toBe(200);
    expect(await entries()).toContainEqual({ type: 'hold', userId: scene.ada.userId });
  });

  it('is answered 402 at an update of a published post, before the platform is asked', async () => {
    const { owner, connectionId, grant } = scene;
    const platformPostId = await sandbox.upload(grant.accessToken);
    const { assignmentId } = await buildAssignment({ ...owner, connectionId }, { status: 'published', platformPostId });
    const update = { updatePublished: true, payload: { title: 'Along the coast' } };
    await scene.limit(0);
    expect(await scene.asAda('PATCH', `/assignments/${assignmentId}`, update)).toMatchObject({
      status: 402,
      body: short(1, 0),
    });
    await scene.limit(1);
    expect((await scene.asAda('PATCH', `/assignments/${assignmentId}`, update)).status).toBe(200);
    expect((await entries()).slice(-2)).toEqual([
      { type: 'hold', userId: scene.ada.userId },
      { type: 'charge', userId: scene.ada.userId },
    ]);
  });

  it('is answered 402 at live stats', async () => {
    const path = `/connections/${scene.connectionId}/channel-stats`;
    await scene.limit(1);
    expect((await scene.asAda('GET', path)).status).toBe(200);
    expect(await scene.asAda('GET', path)).toMatchObject({ status: 402, body: short(1, 0) });
  });

  it('is not held up by what others use: neither the owner nor the API key counts', async () => {
    const { owner, connectionId } = scene;
    await scene.limit(10);
    const body = videoBody(connectionId);
    expect((await owner.call('POST', '/api/v1/console/assignments', { body })).status).toBe(201);
    expect((await scene.create()).status).toBe(201);
    expect((await scene.create()).status).toBe(402);
  });

  it('gets a replay of what they have created, which costs nothing', async () => {
    await scene.limit(10);
    const body = { ...videoBody(scene.connectionId), idempotencyKey: 'once' };
    const first = await scene.asAda('POST', '/assignments', body);
    const again = await scene.asAda('POST', '/assignments', body);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(again.headers.get('x-credits-used')).toBe('0');
  });
});

describe('getUsageByMember', () => {
  it('counts what each member and the API key have used in this cycle, and nothing of others', async () => {
    const { owner, ada, connectionId, create } = scene;
    const other = await buildUser(app);
    await buildAssignment({ ...other, ...(await buildConnection(other)) });
    await buildAssignment({ ...owner, connectionId });
    await create();
    const { body: cancelled } = await create();
    await scene.asAda('DELETE', `/assignments/${cancelled.id}`);
    await scene.asAda('GET', `/connections/${connectionId}/channel-stats`);
    const { status, body } = await owner.call('GET', '/api/v1/console/billing/usage-by-member');
    expect(status).toBe(200);
    expect(body).toEqual({
      cycleStartedAt: expect.stringMatching(/T00:00:00\.000Z$/),
      cycleResetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
      items: [
        { userId: ada.userId, name: 'Ada', email: ada.email, assignments: 2, creditsUsed: 11 },
        { userId: null, name: 'API key', email: null, assignments: 1, creditsUsed: 10 },
        { userId: owner.userId, name: 'Olga', email: owner.email, assignments: 0, creditsUsed: 0 },
      ],
    });
  });

  it('still has those who have left, and begins anew with each cycle', async () => {
    const { owner, ada, create } = scene;
    await create();
    await app.database.query('DELETE FROM memberships WHERE user_id = $1 AND organization_id = $2', [
      ada.userId,
      owner.organizationId,
    ]);
    const usage = async () => (await owner.call('GET', '/api/v1/console/billing/usage-by-member')).body.items;
    expect(await usage()).toContainEqual(expect.objectContaining({ userId: ada.userId, creditsUsed: 10 }));
    await endCycle(owner.workspaceId);
    expect((await usage()).map(({ userId }: { userId: string }) => userId)).toEqual([owner.userId, null]);
  });
});

it('a stranger gets 401 for all that concerns money', async () => {
  expect((await stranger(app)('GET', '/api/v1/console/billing/usage-by-member')).status).toBe(401);
});
