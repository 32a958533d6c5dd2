import { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { BodyTooLarge, discardBody } from '../http/exchange';
import { sendAnswer } from '../http/sendAnswer';
import type { FacebookContext } from './context';
import { dialogRouter } from './dialog/router';
import { appsRouter } from './apps/router';
import { Refused, graphErrorAnswer } from './errors';
import { graphRouter } from './graphRouter';
import { ruploadRouter } from './video/rupload';

/** The versions that are not expired (changelog, November 2026). */
const versions = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0', 'v27.0'];
/** With a version and without. */
const roots = [...versions.map((version) => `/${version}`), '/'];

/** Facebook's hosts in one: dialog, Graph and rupload (reference §6). */
export function facebookRouter(context: FacebookContext): Router {
  const router = Router();
  router.use(ruploadRouter(context));
  router.use(appsRouter(context));
  router.use(roots, dialogRouter(context));
  router.use(roots, graphRouter(context));
  router.use(async (error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (error instanceof BodyTooLarge) {
      await discardBody(req);
      return sendAnswer(res, graphErrorAnswer('unknown', { status: 413, message: 'Request Entity Too Large' }));
    }
    if (!(error instanceof Refused)) return next(error);
    await discardBody(req);
    sendAnswer(res, error.answer);
  });
  return router;
}
