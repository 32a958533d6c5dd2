import { endAccountAccess } from '../../models/removals/endAccount';
import { notValid } from '../http/errors';
import { tooManyRequests } from '../http/refusals';
import { platformRefusals } from '../platforms/refusals';
import { defineUseCase } from '../useCase';
import { readAccountRequest } from './readAccountRequest';
import { AccountRequestInput } from './schema';

/** Erases the tokens of an account whose owner has removed this service's app at the platform. */
export const deauthorizeAccount = defineUseCase({
  name: 'deauthorizeAccount',
  action: 'public',
  summary: 'For the platform: the owner of an account has removed the app',
  description:
    'The connections of the account lose their tokens, in every workspace; their channels have to be connected again. ' +
    'Connections that were made since are left alone. An account that is not known, and a repeat, get the same answer.',
  input: AccountRequestInput,
  refuses: [notValid, tooManyRequests, ...platformRefusals],
  run: async ({ deps }, input) => {
    const { platform, account, askedAt } = readAccountRequest(deps, input);
    const connections = await endAccountAccess({ platform: platform.slug, account, askedAt });
    deps.logger.info({ platform: platform.slug, connections }, 'the owner of an account has removed the app');
    return { received: true } as const;
  },
});
