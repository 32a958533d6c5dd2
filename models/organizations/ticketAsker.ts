import { endedTicketStatuses } from '../../domain/ticket';
import { mayStill } from './mayStill';

/** SQL: the creator of ticket `t` may still connect channels. An API key always may; a user by their role now. */
export const askerMayConnect = mayStill('connection.manage', 't', 'created_by');
const endedStatuses = endedTicketStatuses.map((status) => `'${status}'`).join(', ');

/**
 * Part of a statement: ends the open tickets of those that `ended` has, by organization_id and user_id, in the workspace
 * `$workspaceId`. A ticket that is inserted at the same moment stays, and `askerMayConnect` refuses it.
 */
export const callOffTheirTickets = `UPDATE oauth_tickets t
  SET status = 'expired', error = 'ticket_expired', sealed = NULL, updated_at = clock_timestamp()
  FROM ended
  WHERE t.workspace_id = $workspaceId AND t.organization_id = ended.organization_id AND t.created_by = ended.user_id
    AND t.status NOT IN (${endedStatuses})`;
