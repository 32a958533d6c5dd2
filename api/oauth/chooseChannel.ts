import { connectOffer } from '../../models/oauth/connectOffer';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { invalid } from '../http/errors';
import { platformRefusals } from '../platforms/refusals';
import { defineUseCase } from '../useCase';
import { endRun } from './endRun';
import { requireTicket } from './findTicket';
import { findOffers } from './offerChannels';
import { ChooseChannelInput, endOfConsent } from './schema';
import { endOf } from './sendBack';

/**
 * Connects the channel that its owner has chosen, or none. No workflow is waited for: all that is needed lies in the
 * ticket's row, whose compare-and-set lets one choice through. The result is where the browser goes.
 * @throws ApiError 400 for a channel that was not offered; RedirectError when there is no connection
 */
export const chooseChannel = defineUseCase({
  name: 'chooseChannel',
  action: 'ticket',
  summary: 'For browsers: connects the channel that was chosen',
  description: endOfConsent,
  input: ChooseChannelInput,
  refuses: platformRefusals,
  run: async (context, { action, channel, ...of }): Promise<string> => {
    const { deps } = context;
    const { platform, ticket, offers } = await findOffers(context, of);
    if (action === 'cancel') {
      await OAuthTicket.fail(ticket.id, 'access_denied', ['choosing']);
    } else {
      const offer = offers.find(({ channel: { externalPlatformId } }) => externalPlatformId === channel);
      if (!offer) throw invalid({ channel: ['is not one of those that were offered'] });
      if (offer.obstacle !== null) throw invalid({ channel: [offer.obstacle] });
      await connectOffer(ticket, offer, { ...deps, platform });
    }
    await endRun(deps, ticket);
    return endOf(await requireTicket(ticket.id));
  },
});
