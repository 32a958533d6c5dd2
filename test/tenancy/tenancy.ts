import type { Route } from '../../api/http/Route';
import { routes } from '../../api/routes';
import { startApp } from '../support/app';
import { useSandbox } from '../support/sandbox';
import { use } from '../support/use';
import { cellsOf } from './cells';
import { ownCredential } from './credentials';
import { asksPlatform, requestFor, send } from './requests';
import { buildStage, buildStrangers, snapshot } from './stage';

/** The others are for everybody, or for the browser that holds the cookie of a ticket. */
export const withCredential = routes.filter(({ credential }) => credential !== 'public' && credential !== 'ticket');

/**
 * Tries each of these operations with everything that could reach what is somebody else's.
 * Nothing may come of it: no answer tells more than that to an unknown id, no row changes, nothing is promised. In the end
 * the owner sends the very same request, and it succeeds: so the others were refused for who they are, and for nothing else.
 */
export function describeTenancy(isTried: (route: Route) => boolean): void {
  const sandbox = useSandbox();
  const app = use(async () => startApp({}, { platformUrl: sandbox.youtubeUrl, stripeUrl: sandbox.stripeUrl }));
  const strangers = use(async () => buildStrangers(app));
  const tried = withCredential.filter(isTried);

  it.each(tried.map((route) => [route.operationId, route] as const))('%s', async (_name, route) => {
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
  });
}
