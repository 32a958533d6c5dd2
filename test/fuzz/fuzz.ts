import * as fc from 'fast-check';
import type { RouteDescription } from '../../api/http/Route';
import { routes } from '../../api/routes';
import { stranger } from '../support/actors';
import type { Address, Answer } from '../support/actors';
import { startApp } from '../support/callers/app';
import { byCounts, seed } from '../support/counts';
import { useSandbox } from '../support/servers/sandbox';
import { use } from '../support/use';
import { ownCredential } from '../tenancy/credentials';
import { asksPlatform, requestFor } from '../tenancy/requests';
import type { OwnRequest } from '../tenancy/requests';
import { buildStage, buildStrangers } from '../tenancy/stage';
import type { Stage } from '../tenancy/stage';
import { changed, changesOf, rawBody } from './changes';
import type { Change, RawBody } from './changes';
import { faultsOfAnswer, isSentBack, wrongsOf } from './judge';
import { readDocument } from './operations';
import type { Operation } from './operations';
import { offerChannel, requestOfAnybody, signedAnew } from './seeds';

const requestsCount = byCounts({ few: 2000, sample: 2000, full: 20_000 });
const countOfEach = Math.ceil(requestsCount / routes.length);

interface Sent {
  request: OwnRequest;
  authorization: string | null;
  raw?: RawBody | undefined;
}

async function send(api: Address, operation: Operation, { request, authorization, raw }: Sent) {
  const { params, query, headers, body, form, bytes } = request;
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name]!));
  const search = new URLSearchParams(query).toString();
  const sent = raw?.bytes ?? bytes ?? (form ? new URLSearchParams(form).toString() : body);
  return stranger(api)(operation.method.toUpperCase(), search === '' ? path : `${path}?${search}`, {
    headers: {
      ...headers,
      ...(form && formHeaders),
      ...(authorization !== null && { authorization }),
      ...(raw && headersOf(raw)),
    },
    ...(sent !== undefined && { body: sent }),
  });
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

function headersOf({ contentType, encoding }: RawBody): Record<string, string> {
  return {
    ...(contentType !== null && { 'content-type': contentType }),
    ...(encoding && { 'content-encoding': encoding }),
  };
}

const isForAll = ({ credential }: RouteDescription): boolean => credential === 'public' || credential === 'ticket';

/** The request that succeeds, and who sends it. */
async function ownRequest(
  route: RouteDescription,
  stage: Stage,
): Promise<{ own: OwnRequest; authorization: string | null }> {
  if (isForAll(route)) return { own: await requestOfAnybody(route, stage), authorization: null };
  return { own: withoutKey(requestFor(route, stage.owner.things)), authorization: ownCredential(route, stage) };
}

interface Scene {
  stage: Stage;
  own: OwnRequest;
  authorization: string | null;
}

/** The service does not judge the content of a replay. */
function withoutKey(request: OwnRequest): OwnRequest {
  if (request.body?.['idempotencyKey'] === undefined) return request;
  const { idempotencyKey: _key, ...body } = request.body;
  return { ...request, body };
}

/** A browser may also be sent back with an error. */
const isSuccess = (answer: Answer): boolean => isTaken(answer) && !isSentBack(answer);
const isTaken = ({ status }: Answer): boolean => status < 400;
/** A browser that brings a ticket on uses it up, by whatever method. */
const changesNothing = ({ method, credential }: RouteDescription): boolean =>
  ['get', 'head', 'options'].includes(method) && credential !== 'ticket';

/** Ids of the owner's things, and of the outsider's things, which the owner must not reach. */
const idsOf = ({ owner, outsider }: Stage): string[] =>
  [owner, outsider].flatMap(({ things }) => [...Object.values(things.ids), things.failedAssignment]);

/** The files that ask for all routes together, none of them twice. */
export type Part = 'console' | 'keys' | 'others';

/** The file that asks for a route: the API of programs, the API of the console, or of people and the public. */
export function partOf({ credential, path }: RouteDescription): Part {
  if (path.startsWith('/api/v1/console/')) return 'console';
  return credential === 'apiKey' ? 'keys' : 'others';
}

/** An API with the document that it serves, and the scenes of its routes. */
function useScenes() {
  const sandbox = useSandbox();
  const app = use(async () =>
    startApp({}, { platformUrl: sandbox.url, stripeUrl: sandbox.stripeUrl, completeTicket: offerChannel }),
  );
  const strangers = use(async () => buildStrangers(app));
  /** For operations that change nothing. */
  const library = use(async () => buildStage(app, sandbox, strangers, true));
  const served = use(async () => {
    const document = (await stranger(app)('GET', '/openapi.json')).body;
    return { document, ...readDocument(document) };
  });
  /** Makes all that a request of the route needs. The limits of tries are not tested: each scene resets them. */
  const setScene = async (route: RouteDescription): Promise<Scene> => {
    await app.database.query('DELETE FROM failure_counts');
    const isStaged = !changesNothing(route) && !isForAll(route);
    const stage = isStaged ? await buildStage(app, sandbox, strangers, asksPlatform(route)) : library;
    return { stage, ...(await ownRequest(route, stage)) };
  };
  return { app, served, setScene };
}

/**
 * Makes requests of the routes of a part from the served document. A forbidden request is refused, an allowed request
 * is not refused for its form, and every answer is as the document says.
 */
export function describeFuzz(part: Part): void {
  const { app, served, setScene } = useScenes();
  const asked = routes.filter((route) => partOf(route) === part);

  it('the document has every route', () => {
    const described = served.operations.map(({ name }) => name);
    expect(asked.filter(({ operationId }) => !described.includes(operationId))).toEqual([]);
  });

  it.each(asked.map((route) => [route.operationId, route] as const))('%s', async (name, route) => {
    const operation = served.operations.find((one) => one.name === name)!;
    let scene = await setScene(route);
    const judge = async (given: OwnRequest, raw?: RawBody): Promise<[Answer, string[]]> => {
      const request = name === 'receiveStripeEvent' && !raw ? signedAnew(given, scene.own) : given;
      const wrongs = raw ? null : wrongsOf(served, served.document, operation, request);
      const answer = await send(app, operation, { request, authorization: scene.authorization, raw });
      return [answer, faultsOfAnswer(served, served.document, operation, answer, wrongs)];
    };

    const [first, faults] = await judge(scene.own);
    expect(faults).toEqual([]);
    expect([first.status, first.body]).toEqual([route.success.status, first.body]);
    expect(isSentBack(first)).toBe(false);

    // A thing that works once is made again after each request that has used it: later requests would only meet
    // its end.
    const isOnce = !changesNothing(route) && !isSuccess((await judge(scene.own))[0]);
    let isUsedUp = isOnce;
    const changes = changesOf(served.fieldsOf(operation), idsOf(scene.stage), operation.bodyKeys !== null);
    const hasBody = operation.bodyKeys !== null || operation.formKeys !== null;
    const draws = hasBody ? fc.oneof({ weight: 8, arbitrary: changes }, { weight: 1, arbitrary: rawBody }) : changes;
    const property = fc.asyncProperty(draws, async (drawn: Change[] | RawBody) => {
      if (isUsedUp) scene = await setScene(route);
      const { own } = scene;
      const [answer, found] = Array.isArray(drawn) ? await judge(changed(own, drawn)) : await judge(own, drawn);
      isUsedUp = isOnce && isTaken(answer);
      expect({ found, answer: found.length > 0 ? answer.body : null }).toEqual({ found: [], answer: null });
    });
    await fc.assert(property, { seed, numRuns: countOfEach });
  });
}
