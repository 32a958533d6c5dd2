import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RouteDescription } from '../../api/http/Route';
import type { Answer } from '../support/actors';
import type { Cell } from './Cell';
import { figureCells } from './figures';
import { credentialOf, ownCredential, refusedBy } from './credentials';
import { requestFor, send, slotsOf, thingFor, useCaseOf, withId } from './requests';
import type { OwnRequest, Slot } from './requests';
import type { Party, Stage } from './stage';
import { canaryOf } from './things';

/** Everything that is tried on a route with a credential. */
export function cellsOf(route: RouteDescription): Cell[] {
  const slots = slotsOf(route);
  return [
    ...Object.entries(refusedBy(route)).map(([name, make]) => unauthorized(route, name, make)),
    ...slots.flatMap((slot) => cellsOfSlot(route, slot)),
    ...(route.method === 'get' ? ownLists(route, slots) : []),
    ...figureCells(route),
    ...(route.credential === 'member' ? [...membershipCells(route), removedFromTheirDefault(route)] : []),
    ...(route.credential === 'platformAdmin' ? [notAdmin(route)] : []),
  ];
}

function unauthorized(
  route: RouteDescription,
  name: string,
  make: (stage: Stage) => Promise<string | undefined>,
): Cell {
  return {
    name: `401 to ${name}`,
    judge: async (stage) => {
      const answer = await send(stage.app, route, requestFor(route, stage.owner.things), await make(stage));
      const isNamed = route.method === 'head' || answer.body.error === 'UNAUTHORIZED';
      return answer.status === 401 && isNamed ? leak(stage, answer) : shown(answer);
    },
  };
}

/** The party whose id is put into another party's request. */
const foreign = {
  'the owner asks for what another workspace has': (stage: Stage) => [stage.owner, stage.outsider],
  'the owner asks for what another organization has': (stage: Stage) => [stage.owner, stage.colleague],
  'a member of another organization asks': (stage: Stage) => [stage.colleague, stage.owner],
  'somebody of another workspace asks': (stage: Stage) => [stage.outsider, stage.owner],
  'a former member asks': (stage: Stage) => [stage.former, stage.owner],
} as const satisfies Record<string, (stage: Stage) => readonly [Party, Party]>;

/** Operations on things of the workspace, whichever of its organizations a request names (contract.md §1). */
const workspaceWide = ['updateMemberLimit', 'getTransaction', 'revokeMcpGrant'];

/** With an API key all of a workspace's organizations are one's own; some things are the workspace's in any case. */
const betweenOrganizations = [
  'the owner asks for what another organization has',
  'a member of another organization asks',
] as const satisfies readonly (keyof typeof foreign)[];

function cellsOfSlot(route: RouteDescription, slot: Slot): Cell[] {
  const isWide = route.credential === 'apiKey' || workspaceWide.includes(useCaseOf(route));
  const tries = Object.entries(foreign).filter(
    ([name]) => !isWide || !betweenOrganizations.some((one) => one === name),
  );
  const where = `${slot.part}.${slot.name}`;
  if (route.credential === 'platformAdmin') return [malformed(route, slot), unknown(route, slot)];
  return [
    malformed(route, slot),
    unknown(route, slot),
    ...tries.map(([name, partiesOf]) => ({
      name: `${where}: ${name}`,
      judge: async (stage: Stage) => {
        const [asking, other] = partiesOf(stage);
        const own = requestFor(route, asking.things);
        const credential = asking === stage.owner ? ownCredential(route, stage) : credentialOf(route, asking);
        const asked = async (id: string) => send(stage.app, route, withId(own, slot, id), credential);
        const [answer, reference] = [await asked(thingFor(route, slot, other.things)), await asked(randomUUID())];
        return asToUnknown(answer, reference) ?? leak(stage, answer, asking);
      },
    })),
  ];
}

function malformed(route: RouteDescription, slot: Slot): Cell {
  return {
    name: `${slot.part}.${slot.name}: 400 to an id in upper case`,
    judge: async (stage) => {
      const id = thingFor(route, slot, stage.owner.things).toUpperCase();
      const own = withId(requestFor(route, stage.owner.things), slot, `A${id.slice(1)}`);
      const answer = await send(stage.app, route, own, ownCredential(route, stage));
      if (route.method === 'head') return answer.status === 400 ? null : shown(answer);
      // A validation answers to its fields with 200.
      const { details, valid, errors } = answer.body;
      const named = answer.status === 400 ? details : valid === false && slot.part === 'body' ? errors : {};
      return slot.name in named ? null : shown(answer);
    },
  };
}

function unknown(route: RouteDescription, slot: Slot): Cell {
  return {
    name: `${slot.part}.${slot.name}: an id of nothing`,
    judge: async (stage) => {
      const own = withId(requestFor(route, stage.owner.things), slot, randomUUID());
      const answer = await send(stage.app, route, own, ownCredential(route, stage));
      return isNothing(answer) ? leak(stage, answer, stage.owner) : shown(answer);
    },
  };
}

/** Every party reads its own things, without a filter, in its own place. */
function ownLists(route: RouteDescription, slots: readonly Slot[]): Cell[] {
  const ofParts = (...parts: Slot['part'][]) => slots.filter(({ part }) => parts.includes(part));
  if (ofParts('params').length > 0) return [];
  const parties = { 'another workspace': 'outsider', 'a former member': 'former', 'another organization': 'colleague' };
  return Object.entries(parties)
    .filter(([, party]) => party !== 'colleague' || route.credential === 'member')
    .map(([name, party]) => ({
      name: `what ${name} reads has nothing of the owner's`,
      judge: async (stage: Stage) => {
        const asking: Party = Reflect.get(stage, party);
        const own = requestFor(route, asking.things);
        const all = ofParts('query').reduce((request, slot) => withId(request, slot, null), own);
        return leak(stage, await send(stage.app, route, all, credentialOf(route, asking)), asking);
      },
    }));
}

/** In the organization of the owner, with all ids right. */
function membershipCells(route: RouteDescription): Cell[] {
  return (['colleague', 'former', 'outsider'] as const).map((party) => ({
    name: `404 to the ${party} in the owner's organization`,
    judge: async (stage) => {
      const own = requestFor(route, stage.owner.things);
      const answer = await send(stage.app, route, own, credentialOf(route, stage[party]));
      return answer.status === 404 ? leak(stage, answer, stage[party]) : shown(answer);
    },
  }));
}

/** Without the header the request acts in the caller's own organization, where the owner's things are unknown. */
function removedFromTheirDefault(route: RouteDescription): Cell {
  return {
    name: 'a former member names no organization',
    judge: async (stage) => {
      const slots = slotsOf(route);
      const header = slots.find(({ part }) => part === 'headers');
      const others = slots.filter((slot) => slot !== header);
      if (others.length === 0) return null;
      const own: OwnRequest = requestFor(route, stage.owner.things);
      const asked = header ? withId(own, header, null) : own;
      const answer = await send(stage.app, route, asked, credentialOf(route, stage.former));
      return isNothing(answer) ? leak(stage, answer, stage.former) : shown(answer);
    },
  };
}

function notAdmin(route: RouteDescription): Cell {
  return {
    name: '403 to the owner, whether or not the id exists',
    judge: async (stage) => {
      const own = requestFor(route, stage.owner.things);
      const [slot] = slotsOf(route);
      const credential = credentialOf(route, stage.owner);
      const known = await send(stage.app, route, own, credential);
      const unknownThing = slot ? withId(own, slot, randomUUID()) : own;
      const reference = await send(stage.app, route, unknownThing, credential);
      return known.status === 403 && isDeepStrictEqual(known.body, reference.body) ? null : shown(known);
    },
  };
}

/** A refusal for an unknown thing, or for the role, or an empty list. */
function isNothing({ status, body }: Answer): boolean {
  return status === 404 || status === 403 || (status === 200 && body.items?.length === 0 && body.total === 0);
}

function asToUnknown(answer: Answer, reference: Answer): string | null {
  if (!isNothing(answer)) return shown(answer);
  return isDeepStrictEqual(comparable(answer), comparable(reference))
    ? null
    : `${shown(answer)}, but to an unknown id ${shown(reference)}`;
}

const compared = [
  'content-type',
  'content-length',
  'allow',
  'location',
  'retry-after',
  'x-credits-used',
  'x-credits-balance',
];

function comparable({ status, body, headers }: Answer): unknown {
  return { status, body, headers: compared.map((name) => headers.get(name)) };
}

/**
 * A text of another party in an answer: the id of a thing, the canary in each of their texts, a secret, or the number
 * of their credits.
 */
export function leak(stage: Stage, { body, headers }: Answer, asking?: Party): string | null {
  const answer = JSON.stringify([body, ...headers.values()]);
  const others = [stage.owner, stage.colleague, stage.former, stage.outsider].filter((party) => party !== asking);
  const ids = others.flatMap(({ things, person, organizationId }) => [
    ...Object.values(things.ids),
    person.userId,
    organizationId,
  ]);
  // Two organizations of a workspace have its secrets and its credits in common.
  const strangers = others.filter(({ workspaceId }) => workspaceId !== asking?.workspaceId);
  const secrets = others.flatMap(({ person, things }) => [person.token, things.invitationToken]);
  const ofWorkspaces = strangers.flatMap(({ apiKey, webhookSecret }) => [apiKey, webhookSecret]);
  const known = [...ids, ...others.map(canaryOf), ...secrets, ...ofWorkspaces];
  const found =
    known.find((one) => answer.includes(one) && one !== asking?.workspaceId) ??
    strangers.map(({ creditDigits }) => new RegExp(`\\b${creditDigits}\\d{3}\\b`).exec(answer)?.[0]).find(Boolean);
  return found === undefined ? null : `tells of ${found}: ${answer.slice(0, 200)}`;
}

function shown({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body).slice(0, 200)}`;
}
