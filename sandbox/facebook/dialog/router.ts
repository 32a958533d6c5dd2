import { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { readForm } from '../../http/exchange';
import { queryOf } from '../../http/query';
import type { FacebookContext } from '../context';
import { fixedPermission } from '../accounts/permissions';
import { liveConsentOf, recordConsent } from '../accounts/tokens';
import { findUser, listUsers } from '../accounts/users';
import type { User } from '../accounts/users';
import { issueCode } from './codes';
import { DialogRefused, readDialogRequest } from './dialogRequest';
import type { DialogRequest } from './dialogRequest';
import { sendQuestion, sendRefusal, sendUsers } from './pages';
import type { Address } from './pages';

const path = '/dialog/oauth';

/** Facebook's dialog: the pages on which a user lets the app in, or does not (reference §4). */
export function dialogRouter(context: FacebookContext): Router {
  const router = Router();
  router.get(path, (req, res) => ask(context, readDialogRequest(context.app, queryOf(req)), req, res));
  router.post(path, async (req, res) => {
    const form = await readForm(req);
    const request = readDialogRequest(context.app, queryOf(req));
    const user = chosenUser(context, req);
    if (form.get('decision') === 'deny') return sendBack(res, request, denial);
    if (form.get('decision') !== 'allow' || !user) return ask(context, request, req, res);
    sendBack(res, request, { code: allow(context, request, user, form) });
  });
  router.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof DialogRefused)) return next(error);
    sendRefusal(res, error.message);
  });
  return router;
}

const denial = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
};

/** Shows the next step: the choice of the user, then the choice of permissions. */
function ask(context: FacebookContext, request: DialogRequest, req: Request, res: Response): void {
  const address = addressOf(req);
  const user = chosenUser(context, req);
  if (!user) return sendUsers(res, listUsers(context), address);
  const choices = choicesOf(context, request, user);
  sendQuestion(res, { user, choices, fixed: request.permissions.filter((name) => !choices.includes(name)) }, address);
}

function chosenUser(context: FacebookContext, req: Request): User | undefined {
  return findUser(context, queryOf(req).get('user') ?? '');
}

/** The permissions to ask for, declined permissions only if the app says so (`auth_type=rerequest`). */
function choicesOf(context: FacebookContext, { permissions, asksAgain }: DialogRequest, { id }: User): string[] {
  const declined = asksAgain ? [] : (liveConsentOf(context, id)?.declined ?? []);
  return permissions.filter((name) => name !== fixedPermission && !declined.includes(name));
}

/** Records the consent, and gives the code for it. */
function allow(context: FacebookContext, request: DialogRequest, user: User, form: URLSearchParams): string {
  const choices = choicesOf(context, request, user);
  const ticked = form.getAll('scope');
  // A login that asks for no page leaves the pages as they are.
  const asksForPages = request.permissions.some((name) => name.startsWith('pages_'));
  const pages = asksForPages ? form.getAll('page') : (liveConsentOf(context, user.id)?.pageIds ?? []);
  const consent = recordConsent(context, {
    userId: user.id,
    granted: [fixedPermission, ...choices.filter((name) => ticked.includes(name))],
    declined: request.permissions.filter((name) => name !== fixedPermission && !ticked.includes(name)),
    pageIds: user.pages.map(({ id }) => id).filter((id) => pages.includes(id)),
  });
  return issueCode(context, consent, request.redirectUri);
}

/** The address of this page with a user chosen, or no user. */
function addressOf(req: Request): Address {
  return (userId) => {
    const query = queryOf(req);
    query.delete('user');
    if (userId !== undefined) query.set('user', userId);
    return `${req.baseUrl}${path}?${query.toString()}`;
  };
}

/** Leads the browser back to the app, with the fragment that Facebook adds. */
function sendBack(res: Response, { redirectUri, state }: DialogRequest, answer: Record<string, string>): void {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) target.searchParams.append(name, value);
  if (state !== null) target.searchParams.append('state', state);
  target.hash = '_=_';
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(target.href);
}
