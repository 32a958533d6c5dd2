import { randomUUID } from 'node:crypto';
import { routes } from '../../api/routes';
import { startApp } from '../support/callers/app';
import { addMember } from '../support/callers/people';
import { buildPaymentCustomer } from '../support/payments';
import { useSandbox } from '../support/servers/sandbox';
import { use } from '../support/use';
import { requestFor, send, slotsOf, withId } from './requests';
import { actors, answersToRoles, answerToRole } from './rolesTable';
import { buildOrganization, buildPerson, buildTenant, buildThings } from './things';
import type { Person } from './things';

const console = routes.filter(({ path, credential }) => path.startsWith('/api/v1/console/') && credential === 'member');
const sandbox = useSandbox();
const app = use(async () => startApp({}, { stripeUrl: sandbox.stripeUrl }));
/** A workspace with a second organization, and a person for each actor, who is no member of the other organization. */
const scene = use(async () => {
  const root = await buildTenant();
  const second = await buildOrganization(app, root.workspaceId);
  await buildPaymentCustomer(app, root.workspaceId);
  const places = { root, second };
  const people = new Map<string, Person>([['root owner', root.owner]]);
  for (const [place, role] of actors) {
    if (people.has(`${place} ${role}`)) continue;
    const person = await buildPerson(`${place} ${role}`);
    await addMember(places[place].organizationId, person.userId, role);
    people.set(`${place} ${role}`, person);
  }
  const things = { root: await buildThings(app, root), second: await buildThings(app, second) };
  return { places, people, things };
});

it('has a row for each operation of the console, and no other', () => {
  expect([...answersToRoles.keys()].toSorted()).toEqual(console.map(({ operationId }) => operationId).toSorted());
});

it('has an answer of each operation to each actor', () => {
  const answers = [...answersToRoles.values()];
  expect(answers.every((row) => row.length === actors.length)).toBe(true);
  expect(new Set(answers.flat())).toEqual(new Set(['may', '403']));
});

describe.each(console.map((route) => [route.operationId, route] as const))('%s', (name, route) => {
  const slots = slotsOf(route);
  const header = slots.find(({ part }) => part === 'headers')!;

  it.each(actors)('in the %s organization, by its %s', async (place, role) => {
    const answer = answerToRole(name, [place, role]);
    const { token } = scene.people.get(`${place} ${role}`)!;
    const known = withId(requestFor(route, scene.things[place]), header, scene.places[place].organizationId);
    const unknown = slots
      .filter((slot) => slot !== header)
      .reduce((request, slot) => withId(request, slot, slot.part === 'query' ? null : randomUUID()), known);
    const { status, body } = await send(app, route, unknown, `Bearer ${token}`);

    expect(status === 403).toBe(answer === '403');
    expect([200, 201, 403, 404]).toContain(status);
    expect(body.message ?? '').not.toContain('organization');
    if (answer !== '403') return;
    // The answer is the same whether or not the id exists.
    const { status: ofKnown, body: bodyOfKnown } = await send(app, route, known, `Bearer ${token}`);
    expect([ofKnown, bodyOfKnown]).toEqual([status, body]);
  });
});
