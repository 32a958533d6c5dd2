import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { tooManyRequests } from '../http/refusals';
import { platformRefusals } from '../platforms/refusals';
import { PlatformName } from '../platforms/schema';
import { defineUseCase } from '../useCase';
import { findLogin } from './findLogin';
import { cookieOf, loginCookie, newState } from './visit';

/** The next address of a browser, and the cookie that it gets. */
export interface LoginRedirect {
  readonly location: string;
  /** The value of `Set-Cookie`. */
  readonly cookie: string;
}

/** Sends the browser to the login of the platform, which brings it back to the callback that the platform knows for tickets. */
export const startAccountLogin = defineUseCase({
  name: 'startAccountLogin',
  action: 'public',
  summary: 'For browsers: on to the login of the platform',
  description: 'The login asks for no permission: it only says whose account it is.',
  input: z.object({ platform: PlatformName }),
  refuses: [tooManyRequests, ...platformRefusals],
  run: async ({ deps }, { platform: slug }): Promise<LoginRedirect> => {
    const { platform, login } = findLogin(deps, slug);
    const { secrets, config } = deps;
    const place = { platform: platform.slug, baseUrl: config.baseUrl, secrets };
    const request = {
      state: newState(),
      redirectUri: `${config.baseUrl}/api/v1/oauth/${platform.slug}/callback`,
      codeVerifier: randomBytes(32).toString('base64url'),
    };
    return { location: login.url(request).href, cookie: cookieOf(loginCookie, request, place) };
  },
});
