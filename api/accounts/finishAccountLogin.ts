import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { paced } from '../../domain/pace';
import { withTimeLimit } from '../../lib/timeLimit';
import { newDeletionCode } from '../../models/removals/DataDeletion';
import type { BaseDeps } from '../deps';
import { tooManyRequests } from '../http/refusals';
import { platformRefusals } from '../platforms/refusals';
import { PlatformName } from '../platforms/schema';
import { defineUseCase } from '../useCase';
import { accountAddress } from './accountAddress';
import { findLogin } from './findLogin';
import type { LoginPlatform } from './findLogin';
import type { LoginRedirect } from './startAccountLogin';
import { cookieOf, isSame, loginCookie, noVisit, readCookie, visitCookie } from './visit';
import type { Login } from './visit';

/** Ends before a browser gives up. */
const exchangeMs = 10_000;

/** Takes the platform's answer to a login, once, from the browser that has begun it. */
export const finishAccountLogin = defineUseCase({
  name: 'finishAccountLogin',
  action: 'public',
  summary: 'For browsers, sent by the platform: the owner of an account has logged in',
  description: 'The browser is sent on to the page of the account, which it may see for 10 minutes.',
  input: z.object({
    platform: PlatformName,
    state: z.string().meta({ description: 'As it was sent to the platform' }),
    code: z.string().optional().meta({ description: 'The authorization code; works once' }),
  }),
  refuses: [tooManyRequests, ...platformRefusals],
  run: async ({ deps, principal: { cookies } }, { platform: slug, state, code }): Promise<LoginRedirect> => {
    const found = findLogin(deps, slug);
    const place = { platform: found.platform.slug, baseUrl: deps.config.baseUrl, secrets: deps.secrets };
    const to = (end?: 'refused' | 'failed') => accountAddress(place.baseUrl, place.platform, end);
    const login = readCookie(loginCookie, cookies, place);
    if (!login || !isSame(login.state, state)) return { location: to('failed'), cookie: noVisit(place) };
    if (code === undefined) return { location: to('refused'), cookie: noVisit(place) };
    const account = await accountOf(deps, found, { ...login, code });
    if (account === null) return { location: to('failed'), cookie: noVisit(place) };
    return { location: to(), cookie: cookieOf(visitCookie, { account, token: newDeletionCode() }, place) };
  },
});

async function accountOf(
  { logger }: Pick<BaseDeps, 'logger'>,
  { platform, login }: LoginPlatform,
  code: Login & { code: string },
): Promise<string | null> {
  try {
    const { signal } = new AbortController();
    return await withTimeLimit(signal, paced(exchangeMs), async (limited) => login.account(code, limited));
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    if (!(error instanceof PublishFailure) && !isTimeout) throw error;
    logger.warn({ err: error, platform: platform.slug }, 'a login did not say whose account it is');
    return null;
  }
}
