import { newDeletionCode } from '../../models/removals/DataDeletion';
import { endAccount } from '../../models/removals/endAccount';
import { notValid } from '../http/errors';
import { tooManyRequests } from '../http/refusals';
import { platformRefusals } from '../platforms/refusals';
import { defineUseCase } from '../useCase';
import { readAccountRequest } from './readAccountRequest';
import { AccountRequestInput } from './schema';
import type { DeletionReceipt } from './schema';

/** Deletes the data of the channels of an account, at the wish of its owner. */
export const deleteAccountData = defineUseCase({
  name: 'deleteAccountData',
  action: 'public',
  summary: 'For the platform: the owner of an account wants their data deleted',
  description:
    'Done before the answer, in every workspace: tokens, names, pictures, metadata and counters of the channels are gone. ' +
    'An account that is not known, and a repeat, get an answer of the same form.',
  input: AccountRequestInput,
  refuses: [notValid, tooManyRequests, ...platformRefusals],
  run: async ({ deps }, input): Promise<DeletionReceipt> => {
    const { platform, account, askedAt } = readAccountRequest(deps, input);
    const code = newDeletionCode();
    const connections = await endAccount({ platform: platform.slug, account, askedAt }, code);
    deps.logger.info({ platform: platform.slug, connections }, 'the data of an account were deleted for its owner');
    const url = `${deps.config.baseUrl}/api/v1/oauth/${platform.slug}/data-deletion/${code}`;
    return { url, confirmation_code: code };
  },
});
