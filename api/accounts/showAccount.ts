import { z } from 'zod';
import { connectionsOfAccount } from '../../models/removals/accountConnections';
import type { StoredConnection } from '../../models/removals/accountConnections';
import type { Platform } from '../../platforms/Platform';
import { tooManyRequests } from '../http/refusals';
import { platformRefusals } from '../platforms/refusals';
import { PlatformName } from '../platforms/schema';
import { defineUseCase } from '../useCase';
import { accountEnds } from './accountAddress';
import type { AccountEnd } from './accountAddress';
import { findLogin } from './findLogin';
import { readCookie, visitCookie } from './visit';

export interface AccountView {
  readonly platform: Platform;
  /** How the last login or visit of this browser has ended. */
  readonly end: AccountEnd | null;
  /** Null before a login. */
  readonly visit: { readonly token: string; readonly connections: readonly StoredConnection[] } | null;
}

/** The data of an account, in every workspace, for its owner; before a login, how to log in. */
export const showAccount = defineUseCase({
  name: 'showAccount',
  action: 'public',
  summary: 'For browsers: what is kept of the channels of an account',
  description:
    'The owner of the account logs in at the platform; no account here is needed. The page can disconnect all of it.',
  input: z.object({
    platform: PlatformName,
    end: z.enum(accountEnds).optional().meta({ description: 'How the last login or visit has ended' }),
  }),
  refuses: [tooManyRequests, ...platformRefusals],
  run: async ({ deps, principal: { cookies } }, { platform: slug, end = null }): Promise<AccountView> => {
    const { platform } = findLogin(deps, slug);
    const visit = readCookie(visitCookie, cookies, {
      platform: platform.slug,
      baseUrl: deps.config.baseUrl,
      secrets: deps.secrets,
    });
    if (!visit) return { platform, end, visit };
    const connections = await connectionsOfAccount({ platform: platform.slug, account: visit.account });
    return { platform, end, visit: { token: visit.token, connections } };
  },
});
