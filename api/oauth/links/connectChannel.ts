import { ConnectLink } from '../../../models/oauth/ConnectLink';
import { grantIdOf, userIdOf } from '../../auth/Principal';
import { noSuchConnection } from '../../connections/refusals';
import { notAllowed } from '../../http/refusals';
import { defineUseCase } from '../../useCase';
import { judgeTicket } from '../createConnectionTicket';
import { ConnectChannelInput } from './schema';

export interface MadeLink {
  connectId: string;
  connectUrl: string;
  expiresAt: Date;
}

/** Makes an address at which a person connects a channel, for an assistant that cannot open a browser itself (contract.md §9). */
export const connectChannel = defineUseCase({
  name: 'connectChannel',
  action: 'connection.manage',
  summary: 'An address at which a person connects a channel',
  input: ConnectChannelInput,
  refuses: [noSuchConnection, notAllowed],
  run: async ({ deps, principal }, { platform, connectionId, features }): Promise<MadeLink> => {
    const { tenant } = principal;
    const grantId = grantIdOf(principal);
    if (grantId === null) throw notAllowed.error();
    const judged = await judgeTicket(deps, tenant, { platform, connectionId, features, organizationId: null });
    const { workspaceId } = tenant;
    const createdBy = userIdOf(principal);
    const link = await ConnectLink.make({ workspaceId, grantId, createdBy, platform, connectionId, ...judged });
    const { id: connectId, secret, expiresAt } = link;
    return { connectId, connectUrl: `${deps.config.baseUrl}/api/v1/oauth/connect/channel/${secret}`, expiresAt };
  },
});
