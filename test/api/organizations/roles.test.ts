import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { useApp } from '../../support/callers/app';
import type { Answer } from '../../support/actors';
import { addMember, buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { use } from '../../support/use';

/** Written from the contract: action, actor's role, target's role, status. */
const table = readFileSync(join(__dirname, 'roles.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => line.split('\t') as [string, string, string, string]);

const app = useApp();
/** Each person, and the role that they have in both organizations when a cell begins. */
const cast = { owner: 'owner', admin: 'admin', admin2: 'admin', member: 'member', member2: 'member' } as const;
type Name = keyof typeof cast | 'stranger';
const people = use(async () => {
  const names: Name[] = ['owner', 'admin', 'admin2', 'member', 'member2', 'stranger'];
  const built = await Promise.all(names.map(async (name) => [name, await buildUser(app, { name })] as const));
  return Object.fromEntries(built) as Record<Name, BuiltUser>;
});
/** The root organization of a workspace, and a second one of it in which its people have no role in the root. */
const places = use(async () => {
  const first = await buildUser(app);
  const other = await buildUser(app);
  const made = await other.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } });
  return { root: first.organizationId, second: made.body.id as string };
});
type Place = 'root' | 'second';

/** Gives everybody the role that they begin with. @returns the ids of the memberships */
async function reset(place: Place): Promise<Record<string, string>> {
  await app.database.query('DELETE FROM memberships WHERE organization_id = $1', [places[place]]);
  await app.database.query('DELETE FROM invitations WHERE organization_id = $1', [places[place]]);
  const rows = Object.entries(cast).map(([name, role]) => ({ name: name as Name, role, id: randomUUID() }));
  await app.database.query(
    `INSERT INTO memberships (organization_id, id, user_id, role)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[])`,
    [
      places[place],
      rows.map(({ id }) => id),
      rows.map(({ name }) => people[name].userId),
      rows.map(({ role }) => role),
    ],
  );
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
}

const rolesIn = async (place: Place) =>
  Object.fromEntries(
    (
      await app.database.query<{ id: string; role: string }>(
        'SELECT id, role FROM memberships WHERE organization_id = $1',
        [places[place]],
      )
    ).map(({ id, role }) => [id, role]),
  );
const invitationsIn = async (place: Place) =>
  (await app.database.query('SELECT 1 FROM invitations WHERE organization_id = $1', [places[place]])).length;

const organizations = async () => (await app.database.query('SELECT 1 FROM organizations')).length;

/** Somebody else than the actor, where the role is the same. */
function targetName(actor: string, target: string): string {
  if (target === 'self') return actor;
  return target === actor ? `${target}2` : target;
}

/** One recipient is mailed five times a day at most. */
let invited = 0;

async function act(place: Place, [action, actor, target]: readonly string[], ids: Record<string, string>) {
  const { call } = people[actor as Name];
  const organization = `/api/v1/auth/organizations/${places[place]}`;
  const memberId = ids[targetName(actor!, target!)] ?? randomUUID();
  invited += 1;
  const email = `new${invited}@example.com`;
  const invite = async (role: string) => call('POST', `${organization}/invitations`, { body: { email, role } });
  const actions: Record<string, () => Promise<Answer>> = {
    getOrganization: async () => call('GET', organization),
    listMembers: async () => call('GET', `${organization}/members`),
    changeRole: async () =>
      call('PATCH', `${organization}/members/${memberId}/role`, {
        body: { role: target === 'admin' ? 'member' : 'admin' },
      }),
    removeMember: async () => call('DELETE', `${organization}/members/${memberId}`),
    leaveOrganization: async () => call('POST', `${organization}/leave`),
    inviteAdmin: async () => invite('admin'),
    inviteMember: async () => invite('member'),
    inviteOwner: async () => invite('owner'),
    listInvitations: async () => call('GET', `${organization}/invitations`),
    deleteInvitation: async () => {
      const { body } = await people.owner.call('POST', `${organization}/invitations`, {
        body: { email, role: 'member' },
      });
      return call('DELETE', `${organization}/invitations/${body.id}`);
    },
    createOrganization: async () =>
      call('POST', '/api/v1/auth/organizations', {
        headers: { 'x-organization-id': places[place] },
        body: { name: 'Third' },
      }),
  };
  return actions[action!.split(' ')[0]!]!();
}

const cells = (['root', 'second'] as const).flatMap((place) =>
  table
    .filter(([action]) => !action.includes(' in the ') || action.endsWith(place))
    .map((cell) => [place, ...cell] as const),
);

it('has a row for each action of each role', () => {
  const actions = new Set(table.map(([action]) => action));
  for (const action of actions)
    expect([action, new Set(table.filter(([of]) => of === action).map(([, actor]) => actor))]).toEqual([
      action,
      new Set(['owner', 'admin', 'member', 'stranger']),
    ]);
  expect(cells.length).toBeGreaterThan(140);
});

/** The change that an action makes. Before an invitation is taken back, the owner makes it. */
function changesOf(action: string, isDone: boolean) {
  const isInvited = action === 'deleteInvitation' ? !isDone : action.startsWith('invite') && isDone;
  return {
    roles: isDone && ['changeRole', 'removeMember', 'leaveOrganization'].includes(action),
    invitations: isInvited ? 1 : 0,
    organizations: isDone && action.startsWith('createOrganization') ? 1 : 0,
  };
}

describe('changeRole, removeMember, leaveOrganization and all else that takes a role', () => {
  it.each(cells)('in the %s organization: %s by the %s on %s answers %s', async (place, ...cell) => {
    const [action, , , status] = cell;
    const ids = await reset(place);
    const before = { roles: await rolesIn(place), organizations: await organizations() };

    const answer = await act(place, cell, ids);

    expect(answer.status).toBe(Number(status));
    expect({
      roles: !isDeepStrictEqual(await rolesIn(place), before.roles),
      invitations: await invitationsIn(place),
      organizations: (await organizations()) - before.organizations,
    }).toEqual(changesOf(action, answer.status < 300));
  });
});

it('counts the role in the root organization, and not that in another one, for what belongs to the workspace', async () => {
  const boss = await buildUser(app);
  const colleague = await buildUser(app);
  await addMember(boss.organizationId, colleague.userId, 'member');
  const second = (await boss.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } })).body.id;
  const membership = await addMember(second, colleague.userId, 'admin');
  const make = async (in_: string) =>
    (
      await colleague.call('POST', '/api/v1/auth/organizations', {
        headers: { 'x-organization-id': in_ },
        body: { name: 'Third' },
      })
    ).status;

  expect(await make(second)).toBe(403);
  await app.database.query(`UPDATE memberships SET role = 'member' WHERE id = $1`, [membership]);
  await app.database.query(`UPDATE memberships SET role = 'admin' WHERE organization_id = $1 AND user_id = $2`, [
    boss.organizationId,
    colleague.userId,
  ]);
  expect(await make(second)).toBe(201);
});
