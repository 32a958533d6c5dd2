import { z } from 'zod';
import { renewalBy, renewTokens } from '../../channels/connectionTokens';
import { resumePreparations } from '../../models/publishing/preparation';
import { ConnectionId } from '../http/ids';
import { askPlatform } from '../platforms/askPlatform';
import { askedPlatform } from '../platforms/offered';
import { askingRefusals } from '../platforms/refusals';
import { defineUseCase } from '../useCase';
import { findConnection } from './getConnection';
import { noSuchConnection } from './refusals';

/**
 * Renews a connection's tokens at the platform, whether or not that is due. Only a definite refusal makes the connection
 * `expired`; when the platform does not answer, nothing has changed (contract.md §4). With valid tokens, preparations
 * that failed are tried again.
 */
export const refreshConnectionToken = defineUseCase({
  name: 'refreshConnectionToken',
  action: 'connection.renew',
  summary: "Renew a channel's tokens now",
  description:
    'Tokens are renewed by themselves before they are needed; this asks the platform at once, also for a connection whose ' +
    'token has expired. `expired` means that the platform has refused: the channel has to be connected again. When the ' +
    'platform does not answer, nothing changes and the answer is 503.',
  input: z.object({ connectionId: ConnectionId }),
  refuses: [noSuchConnection, ...askingRefusals],
  run: async ({ deps, principal: { tenant } }, { connectionId }) => {
    const connection = await findConnection(tenant, connectionId);
    const renewal = renewalBy(askedPlatform(deps, connection.platform), deps.secrets);
    const outcome = await askPlatform(async (signal) => renewTokens(renewal, connection, signal));
    if (outcome.tokenStatus === 'valid') await resumePreparations(connection);
    return outcome;
  },
});
