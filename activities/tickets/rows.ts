import { isEndedTicket, ticketStatuses } from '../../domain/ticket';
import type { TicketFailure, TicketState } from '../../domain/ticket';
import type { TicketRun } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import type { ActivityDeps } from '../deps';

/** The database steps of a ticket: short and safe to repeat, hence local activities. */
export function createTicketRowActivities({ logger }: Pick<ActivityDeps, 'logger'>) {
  async function stateOf({ ticketId }: TicketRun): Promise<TicketState> {
    const ticket = await OAuthTicket.find(ticketId);
    if (!ticket) return { isOpen: false, status: 'expired', error: 'ticket_expired' };
    const { status, error, leftMs } = ticket;
    return isEndedTicket(status) ? { isOpen: false, status, error } : { isOpen: true, leftMs };
  }

  return {
    /** Ends the ticket if its time is over, and says where it stands. */
    async lookAtTicket(ticket: TicketRun): Promise<TicketState> {
      await OAuthTicket.expire(ticket.ticketId);
      return stateOf(ticket);
    },
    /** The run was cancelled: a ticket that is still open ends now. */
    async callOffTicket(ticket: TicketRun): Promise<TicketState> {
      await OAuthTicket.expire(ticket.ticketId, true);
      return stateOf(ticket);
    },
    /** Ends the ticket without a connection, unless it has ended already. */
    async failTicket({ ticketId, platform }: TicketRun, { error, reason }: TicketFailure): Promise<void> {
      const isMoved = await OAuthTicket.fail(ticketId, error, openStatuses, reason);
      failpoint('ticket.failed');
      if (isMoved) logger.warn({ ticketId, platform, error, reason }, 'a ticket made no connection');
    },
  };
}

const openStatuses = ticketStatuses.filter((status) => !isEndedTicket(status));
