import type { RouteDescription } from '../../api/http/Route';
import { routes } from '../../api/routes';
import { startApp } from '../support/callers/app';
import { buildPaymentCustomer } from '../support/payments';
import { useSandbox } from '../support/servers/sandbox';
import { use } from '../support/use';
import { cellsOf } from './cells';
import { ownCredential, twinCredential } from './credentials';
import { asksPlatform, requestFor, send, useCaseOf } from './requests';
import { answerToRole } from './rolesTable';
import { buildStage, buildStrangers, snapshot } from './stage';
import type { Strangers } from './stage';

/** The other routes are for the public, or for the browser that holds the cookie of a ticket. */
export const withCredential = routes.filter(({ credential }) => credential !== 'public' && credential !== 'ticket');

/**
 * Tries each of these operations with everything that could reach another tenant's things.
 * A try has no effect: no answer tells more than the answer to an unknown id, no row changes, nothing is promised.
 * In the end the owner sends the very same request, and it succeeds: so the other parties were refused for their
 * identity alone. The other parties succeed, too, each in their own place.
 */
export function describeTenancy(isTried: (route: RouteDescription) => boolean): void {
  const sandbox = useSandbox();
  const app = use(async () => startApp({}, { platformUrl: sandbox.url, stripeUrl: sandbox.stripeUrl }));
  const readers = use(async () => buildStrangers(app));
  const tried = withCredential.filter(isTried);

  it.each(tried.map((route) => [route.operationId, route] as const))('%s', async (_name, route) => {
    // In their own place they change things, too.
    const strangers = ['get', 'head'].includes(route.method) ? readers : await buildStrangers(app);
    const stage = await buildStage(app, sandbox, strangers, asksPlatform(route));
    const before = await snapshot(app);
    const found = await Promise.all(
      cellsOf(route).map(async ({ name, judge }) => ({ cell: name, wrong: await judge(stage) })),
    );
    expect(found.filter(({ wrong }) => wrong !== null)).toEqual([]);
    expect(await snapshot(app)).toEqual(before);

    const { status, body } = await send(app, route, requestFor(route, stage.owner.things), ownCredential(route, stage));
    expect([status, body]).toEqual([route.success.status, body]);
    if (Array.isArray(body.items)) expect(body.items).not.toEqual([]);
    if (route.credential === 'platformAdmin') return;
    for (const name of ['colleague', 'former', 'outsider'] as const) {
      const twin = stage[name];
      if (name !== 'colleague') await buildPaymentCustomer(app, twin.workspaceId);
      const answer = await send(app, route, requestFor(route, twin.things), twinCredential(route, twin));
      expect([name, answer.status, answer.body]).toEqual([name, statusOfTwin(route, name, answer.status), answer.body]);
    }
  });
}

/** The status of another party's answer in their own place. Their channels are unknown to the platform. */
function statusOfTwin(route: RouteDescription, name: keyof Strangers | 'colleague', status: number): number {
  if (name === 'colleague' && isOfRoot(route)) return 403;
  // The grant of a key is there for owner and admin of the root alone.
  if (name === 'colleague' && useCaseOf(route) === 'revokeMcpGrant') return 404;
  if (!asksPlatform(route)) return route.success.status;
  return [400, 401, 403, 404, 500].includes(status) ? route.success.status : status;
}

/** The colleague has no role in the root organization. */
function isOfRoot(route: RouteDescription): boolean {
  return useCaseOf(route) === 'createOrganization' || answerToRole(route.operationId, ['second', 'owner']) === '403';
}
