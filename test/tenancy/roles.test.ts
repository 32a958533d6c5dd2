import { randomUUID } from 'node:crypto';
import { routes } from '../../api/routes';
import { useApp } from '../support/app';
import { addMember } from '../support/people';
import { use } from '../support/use';
import { requestFor, send, slotsOf, withId } from './requests';
import { buildOrganization, buildPerson, buildTenant, buildThings } from './things';

/** Written from contract.md §1 and §8: the least role, where it has to be held. All else takes a member. */
const table: Readonly<Record<string, 'admin' | 'admin of the root'>> = {
  consoleUpdateConnection: 'admin',
  consoleRemoveConnection: 'admin',
  consoleCreateConnectUrl: 'admin',
  consoleGetCredentials: 'admin of the root',
  consoleRegenerateApiKey: 'admin of the root',
  consoleRotateSecret: 'admin of the root',
  consoleTestConnection: 'admin of the root',
};

const console = routes.filter(({ path, credential }) => path.startsWith('/api/v1/console/') && credential === 'member');
const app = useApp();
/** A workspace with a second organization; a person for each role in each of them. */
const scene = use(async () => {
  const root = await buildTenant();
  const second = await buildOrganization(app, root.workspaceId);
  const places = { root, second };
  const people = Object.fromEntries(
    await Promise.all(
      cells.map(async ([place, role]) => {
        const person = await buildPerson(`${place} ${role}`);
        await addMember(places[place].organizationId, person.userId, role);
        return [`${place} ${role}`, person] as const;
      }),
    ),
  );
  return { places, people, things: await buildThings(app, root) };
});

const cells = (['root', 'second'] as const).flatMap((place) =>
  (['member', 'admin'] as const).map((role) => [place, role] as const),
);

it('has only operations that there are', () => {
  expect(console.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(Object.keys(table)));
});

describe.each(console.map((route) => [route.operationId, route] as const))('%s', (name, route) => {
  it.each(cells)('in the %s organization, by its %s', async (place, role) => {
    const slots = slotsOf(route);
    const header = slots.find(({ part }) => part === 'headers')!;
    const own = withId(requestFor(route, scene.things), header, scene.places[place].organizationId);
    const ofNothing = slots
      .filter((slot) => slot !== header)
      .reduce((request, slot) => withId(request, slot, slot.part === 'query' ? null : randomUUID()), own);
    const { status, body } = await send(app, route, ofNothing, `Bearer ${scene.people[`${place} ${role}`]!.token}`);

    const isPermitted =
      table[name] === undefined || (role === 'admin' && (table[name] === 'admin' || place === 'root'));
    expect(status === 403).toBe(!isPermitted);
    expect([200, 201, 403, 404]).toContain(status);
    expect(body.message ?? '').not.toContain('organization');
  });
});
