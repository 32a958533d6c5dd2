/**
 * The statuses of a ticket on its way to a connection (spec, OAuth ticket; contract.md §4). `consumed`: the browser is
 * at the platform; `granted`: the authorization code has come back; `exchanging`: the code, which works once, is taken;
 * `exchanged`: there are tokens; `choosing`: the tokens speak for several channels. The last three are ends.
 */
export const ticketStatuses = [
  'pending',
  'consumed',
  'granted',
  'exchanging',
  'exchanged',
  'choosing',
  'completed',
  'failed',
  'expired',
] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const endedTicketStatuses = ['completed', 'failed', 'expired'] as const satisfies readonly TicketStatus[];
export type EndedTicketStatus = (typeof endedTicketStatuses)[number];

/** The statuses as a console shows them: every step between the opening and the end is one status (contract.md §8). */
export const shownTicketStatuses = ['pending', 'consumed', ...endedTicketStatuses] as const;
export type ShownTicketStatus = (typeof shownTicketStatuses)[number];

export function shownTicketStatus(status: TicketStatus): ShownTicketStatus {
  return shownTicketStatuses.find((shown) => shown === status) ?? 'consumed';
}

/** Errors that a browser receives of a ticket without a connection; all but `invalid_ticket` are also ends of the ticket. */
export const ticketErrors = ['access_denied', 'ticket_expired', 'invalid_ticket', 'platform_error'] as const;
export type TicketError = (typeof ticketErrors)[number];

/** The failure of a ticket whose platform gives no access to a channel; `reason` is a sentence for the owner. */
export interface TicketFailure {
  error: 'access_denied' | 'platform_error';
  reason: string | null;
}

/** For opening `authorize`; from then on there are that many more for consent and choice. */
export const ticketOpeningMinutes = 5;
export const ticketConsentMinutes = 15;
/** For the page of a link that an assistant has asked for; its button makes a ticket. */
export const connectLinkMinutes = 30;

export function isEndedTicket(status: TicketStatus): status is EndedTicketStatus {
  return endedTicketStatuses.some((ended) => ended === status);
}

/** The state of a ticket as its workflow finds it. */
export type TicketState =
  | { isOpen: true; leftMs: number }
  | { isOpen: false; status: EndedTicketStatus; error: TicketError | null };
