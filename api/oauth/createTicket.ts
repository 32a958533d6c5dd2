import { v7 as uuidv7 } from 'uuid';
import { connectChannelWorkflow } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { Connection } from '../../models/Connection';
import { inTransaction } from '../../models/database';
import { OAuthTicket } from '../../models/OAuthTicket';
import { Organization } from '../../models/Organization';
import { OutboxEntry } from '../../models/OutboxEntry';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { invalid, notFound } from '../http/errors';
import type { CreateTicketBody } from './schema';

export interface CreatedTicket {
  ticketId: string;
  platform: string;
  expiresAt: Date;
}

/**
 * Makes a ticket, and the order to start the workflow that sees it to its end, in one transaction.
 * @throws ApiError 404 for a connection or an organization outside the workspace; 400 for a connection of another
 *   platform or organization
 */
export async function createTicket(context: Context<Actor>, body: CreateTicketBody): Promise<CreatedTicket> {
  const { deps, actor } = context;
  const { platform, connectionId, redirectUrl } = body;
  if (!deps.platforms.has(platform)) throw invalid({ platform: ['is not offered yet'] });
  const organizationId = await organizationOf(actor.workspaceId, body);
  const ticketId = uuidv7();
  const ticket = { id: ticketId, workspaceId: actor.workspaceId, organizationId, platform, connectionId, redirectUrl };
  const order = { kind: 'start', workflow: connectChannelWorkflow, subjectId: ticketId, generation: 1 } as const;
  const { expiresAt, outboxId } = await inTransaction(deps.sequelize, async (transaction) => {
    const { expiresAt } = await OAuthTicket.insert(ticket, transaction);
    const outboxId = await OutboxEntry.add(order, transaction);
    failpoint('ticket.written');
    return { expiresAt, outboxId };
  });
  failpoint('ticket.committed');
  deps.dispatch([outboxId]);
  return { ticketId, platform, expiresAt };
}

/** The organization that the connection belongs to, or will. */
async function organizationOf(
  workspaceId: string,
  { organizationId, connectionId, platform }: CreateTicketBody,
): Promise<string> {
  if (organizationId !== null && !(await Organization.isOfWorkspace(workspaceId, organizationId))) {
    throw notFound('organization');
  }
  if (connectionId === null) return organizationId ?? Organization.rootOf(workspaceId);
  const connection = await Connection.ofWorkspace(workspaceId, connectionId);
  if (!connection) throw notFound('connection');
  if (connection.platform !== platform) throw invalid({ connectionId: [`is a connection to ${connection.platform}`] });
  if (organizationId !== null && connection.organizationId !== organizationId) {
    throw invalid({ connectionId: ['belongs to another organization'] });
  }
  return connection.organizationId;
}
