import type { Html } from '../http/html';
import { html } from '../http/html';
import { renderPage } from '../http/page';
import type { Page } from '../http/page';
import type { OfferedChannel } from '../../platforms/Platform';
import { shownTicketStatus } from '../../domain/ticket';
import type { Ticket as TicketRow } from '../../models/oauth/OAuthTicket';
import type { ConnectUrl, TicketProgress } from './consoleSchema';
import type { CreatedTicket } from './createConnectionTicket';
import type { Choice } from './offerChannels';
import type { Ticket } from './schema';

export function presentTicket({ ticketId, authUrl, expiresAt }: CreatedTicket): Ticket {
  return { ticketId, authUrl, expiresAt: expiresAt.toISOString() };
}

export function presentConnectUrl({ ticketId, authUrl, expiresAt }: CreatedTicket): ConnectUrl {
  return { ticketId, url: authUrl, expiresAt: expiresAt.toISOString() };
}

export function presentTicketProgress({ status, connectedId, missing, error, reason }: TicketRow): TicketProgress {
  return { status: shownTicketStatus(status), connectionId: connectedId, missing, error, reason };
}

/** The page on which a user chooses one of several channels. */
export function presentChoice({ platform, ticket, offers }: Choice): Page {
  const content = html`<p>
      Your ${platform.name} login speaks for several channels. Choose the one to connect; posts will be published to it.
      Nothing is connected before you press Connect, and you can connect the others later in the same way.
    </p>
    <form method="post">
      <input type="hidden" name="ticket" value="${ticket.id}" />
      <fieldset>
        <legend>Which channel?</legend>
        ${offers.map(presentOffer)}
      </fieldset>
      <button class="main" name="action" value="connect">Connect</button>
      <button name="action" value="cancel" formnovalidate>Cancel</button>
    </form>
    ${platform.accountLogin ? html`<p><a href="account">See what is kept of your channels, and disconnect them</a></p>` : []}`;
  return renderPage('Choose a channel', content);
}

/** An offered channel. Names can repeat, so its handle or its id is shown, too; an obstacle to its choice is named. */
function presentOffer({ channel: { externalPlatformId, name, metadata }, obstacle }: OfferedChannel): Html {
  const shown = html`<bdi>${name}</bdi> <small>${metadata.handle ?? externalPlatformId}</small>`;
  if (obstacle !== null) {
    return html`<label>
      <input type="radio" name="channel" disabled />
      <span>${shown} <small>${obstacle}</small></span>
    </label> `;
  }
  return html`<label>
    <input type="radio" name="channel" value="${externalPlatformId}" required />
    <span>${shown}</span>
  </label> `;
}
