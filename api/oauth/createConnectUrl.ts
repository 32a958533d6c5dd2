import { noSuchConnection } from '../connections/refusals';
import { defineUseCase } from '../useCase';
import { makeTicket } from './createConnectionTicket';
import { ConnectUrlInput } from './consoleSchema';

/** A ticket whose browser comes back to the console. */
export const createConnectUrl = defineUseCase({
  name: 'createConnectUrl',
  action: 'connection.manage',
  summary: 'An address at which the owner of a channel connects it',
  description:
    'Send the browser there within 5 minutes. It leads to the consent page of the platform, and in the end back to the ' +
    'console.',
  input: ConnectUrlInput,
  refuses: [noSuchConnection],
  run: async (context, { platform, connectionId, features }) => {
    const redirectUrl = `${context.deps.config.consoleUrl}/connections/done`;
    return makeTicket(context, { platform, connectionId, organizationId: null, redirectUrl, features });
  },
});
