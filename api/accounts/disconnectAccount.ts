import { z } from 'zod';
import { DataDeletion } from '../../models/removals/DataDeletion';
import { endAccount } from '../../models/removals/endAccount';
import { invalid, notValid } from '../http/errors';
import { tooManyRequests } from '../http/refusals';
import { platformRefusals } from '../platforms/refusals';
import { PlatformName } from '../platforms/schema';
import { defineUseCase } from '../useCase';
import { accountAddress } from './accountAddress';
import { findLogin } from './findLogin';
import { revokeAccount } from './revokeAccount';
import type { LoginRedirect } from './startAccountLogin';
import { isSame, noVisit, readCookie, visitCookie } from './visit';

/**
 * Ends at once all that a removal of every connection of the account would end: the grants at the platform, the tokens, and the platform's
 * data. A visit does so once: its token is the code of the deletion.
 */
export const disconnectAccount = defineUseCase({
  name: 'disconnectAccount',
  action: 'public',
  summary: 'For browsers: the owner of an account ends all access to it',
  description:
    'Access is revoked at the platform, tokens and the platform’s data are deleted here, in every workspace. It takes a login of the ' +
    'last 10 minutes, and works once for each.',
  input: z.object({
    platform: PlatformName,
    token: z.string().meta({ description: 'Of the page: no other site knows it' }),
  }),
  refuses: [notValid, tooManyRequests, ...platformRefusals],
  run: async ({ deps, principal: { cookies } }, { platform: slug, token }): Promise<LoginRedirect> => {
    const { platform } = findLogin(deps, slug);
    const place = { platform: platform.slug, baseUrl: deps.config.baseUrl };
    const visit = readCookie(visitCookie, cookies, { ...place, secrets: deps.secrets });
    if (!visit || !isSame(visit.token, token)) throw invalid({ token: ['is not known'] });
    if (await DataDeletion.ofCode(place.platform, token)) throw invalid({ token: ['is not known'] });

    const of = { platform: place.platform, account: visit.account };
    const isRevoked = await revokeAccount(deps, platform, visit.account);
    const connections = await endAccount({ ...of, askedAt: new Date() }, token);
    deps.logger.info(
      { platform: place.platform, connections, isRevoked },
      'the owner of an account has disconnected it',
    );
    const location = accountAddress(place.baseUrl, place.platform, isRevoked ? 'revoked' : 'erased');
    return { location, cookie: noVisit(place) };
  },
});
