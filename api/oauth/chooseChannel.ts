import { failpoint } from '../../lib/failpoint';
import { connectOffer } from '../../models/connectOffer';
import { OAuthTicket } from '../../models/OAuthTicket';
import type { Context } from '../http/defineRoute';
import { invalid } from '../http/errors';
import { endRun } from './endRun';
import { requireTicket } from './findTicket';
import { offerChannels } from './offerChannels';
import type { ChoiceForm } from './schema';
import { endOf } from './sendBack';

/**
 * Connects the channel that its owner has chosen, or none. No workflow is waited for: all that is needed lies in the
 * ticket's row, whose compare-and-set lets one choice through.
 * @returns where the browser goes
 * @throws ApiError 400 for a channel that was not offered; what `offerChannels` throws; SentOn when there is no connection
 */
export async function chooseChannel(
  context: Context,
  slug: string,
  { ticket: ticketId, action, channel }: ChoiceForm,
  cookies: string | undefined,
): Promise<string> {
  const { deps } = context;
  const { ticket, offers } = await offerChannels(context, slug, ticketId, cookies);
  if (action === 'cancel') {
    await OAuthTicket.fail(ticketId, 'access_denied', ['choosing']);
    failpoint('ticket.declined');
  } else {
    const offer = offers.find(({ channel: { externalPlatformId } }) => externalPlatformId === channel);
    if (!offer) throw invalid({ channel: ['is not one of those that were offered'] });
    await connectOffer(ticket, offer, deps.secrets);
  }
  await endRun(deps, ticketId);
  return endOf(await requireTicket(ticketId));
}
