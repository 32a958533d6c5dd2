import type { Request, Response } from 'express';
import { accountOf } from './accounts';
import { authenticate, bearerOf } from './authorize';
import { scopeUrl } from './grants';
import type { YoutubeContext } from '../context';
import { Refused } from '../errors';

const emailScope = scopeUrl('userinfo.email');
const profileScope = scopeUrl('userinfo.profile');

/** As recorded; a token that was not granted for this counts as none. */
const noCredentials = {
  status: 401,
  body: {
    error: {
      code: 401,
      message:
        'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
      status: 'UNAUTHENTICATED',
    },
  },
};

/** The user who has consented, as far as the scopes allow: openid, userinfo.email, userinfo.profile (reference §1). */
export function answerUserinfo(context: YoutubeContext, req: Request, res: Response): void {
  if (bearerOf(req) === undefined) throw new Refused(noCredentials);
  const grant = authenticate(context, req);
  const account = accountOf(context, grant);
  const [tellsEmail, tellsProfile] = [emailScope, profileScope].map((scope) => grant.scopes.includes(scope));
  if (!account || !(tellsEmail || tellsProfile || grant.scopes.includes('openid'))) throw new Refused(noCredentials);
  const { id, name, email } = account;
  const [givenName, familyName] = name.split(' ');
  res.json({
    id,
    ...(tellsEmail && { email, verified_email: true }),
    ...(tellsProfile && {
      name,
      given_name: givenName,
      family_name: familyName,
      picture: `${req.protocol}://${req.get('host')}/vi/${id}/default.jpg`,
    }),
  });
}
