import { endedTicketStatuses } from '../../domain/ticket';
import { join, param, sql, word } from '../database/fragment';
import { isStillPermitted } from './permissionSql';

/** The creator of ticket `t` may still connect channels. An API key always may; a user by their present role. */
export const askerMayConnect = isStillPermitted('connection.manage', sql`t.organization_id`, sql`t.created_by`);

/** The statuses of tickets that are over. The index of the open tickets has the same words. */
export const endedTickets = join(
  endedTicketStatuses.map((status) => word(status)),
  ', ',
);

/**
 * A part of a statement that ends the open tickets of the users in `ended`, by organization_id and user_id, in the
 * workspace `workspaceId`. A ticket that is inserted at the same moment stays, and `askerMayConnect` refuses it.
 */
export const callOffTheirTickets = sql`UPDATE oauth_tickets t
  SET status = 'expired', error = 'ticket_expired', sealed = NULL, updated_at = clock_timestamp()
  FROM ended
  WHERE t.workspace_id = ${param('workspaceId', 'uuid')} AND t.organization_id = ended.organization_id
    AND t.created_by = ended.user_id AND t.status NOT IN (${endedTickets})`;
