import { z } from 'zod';
import { ConnectLink } from '../../../models/oauth/ConnectLink';
import { notValid, ShownPage } from '../../http/errors';
import { tooManyRequests } from '../../http/refusals';
import { defineUseCase } from '../../useCase';
import { judgeTicket, writeTicket } from '../createConnectionTicket';
import { requireLink } from './openLink';
import { presentOver } from './overPage';
import { LinkSecret } from './schema';

/**
 * The button of a link: makes a ticket and sends the browser on to it. A ticket of an earlier press is called off, so that a link connects
 * one channel, however often its button is pressed.
 */
export const openConnectLink = defineUseCase({
  name: 'openConnectLink',
  action: 'public',
  summary: 'For browsers: on to the consent of the platform, by a ticket of 5 minutes',
  description: 'A ticket of an earlier press is called off. In the end the browser comes to a page of this service.',
  input: z.object({ secret: LinkSecret }),
  refuses: [notValid, tooManyRequests],
  run: async ({ deps }, { secret }): Promise<string> => {
    const { link } = await requireLink(deps, secret);
    const { id, tenant, createdBy, platform, connectionId } = link;
    const wish = { platform, connectionId, features: [...link.features], organizationId: null };
    const judged = await judgeTicket(deps, tenant, wish);
    const redirectUrl = `${deps.config.baseUrl}/api/v1/oauth/connected`;
    const ticket = { platform, connectionId, redirectUrl, ...judged };
    const { authUrl } = await writeTicket(deps, { tenant, createdBy }, ticket, {
      before: async (transaction) => {
        if (!(await ConnectLink.renew(id, transaction))) throw new ShownPage(400, presentOver('used'));
      },
      after: async (ticketId, transaction) => ConnectLink.setTicket(id, ticketId, transaction),
    });
    return authUrl;
  },
});
