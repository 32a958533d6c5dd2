import type { CompleteTicket } from '../../outbox/completeTicket';
import type { BaseDeps } from '../deps';

export interface TicketDeps extends BaseDeps {
  /** Lets the workflow of a ticket go on, and waits for it. */
  completeTicket: CompleteTicket;
}
