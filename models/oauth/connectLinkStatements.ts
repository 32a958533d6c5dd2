import { z } from 'zod';
import { featureNames } from '../../domain/consent/feature';
import { connectLinkMinutes, ticketErrors, ticketStatuses } from '../../domain/ticket';
import { platformColumn } from '../database/columns';
import { constant, param, sql } from '../database/fragment';
import { milliseconds } from '../database/fragments';
import { command, statement } from '../database/statement';
import { isLive } from '../mcp/grantStatements';
import { endedTickets } from '../organizations/ticketAsker';

const id = param('id', 'uuid');
const secretHash = param('secretHash', 'text');

export const addLink = statement(
  'connectLinks.add',
  z.strictObject({ expiresAt: z.date() }),
  sql`INSERT INTO connect_links (id, workspace_id, organization_id, grant_id, created_by, platform, connection_id, features,
        secret_hash, expires_at)
      VALUES (${id}, ${param('workspaceId', 'uuid')}, ${param('organizationId', 'uuid')}, ${param('grantId', 'uuid')},
        ${param('createdBy', 'uuid', 'orNull')}, ${param('platform', 'text')}, ${param('connectionId', 'uuid', 'orNull')},
        ${param('features', 'text[]')}, ${secretHash}, now() + make_interval(mins => ${constant(connectLinkMinutes)}))
      RETURNING expires_at AS "expiresAt"`,
);

/** A link as the page of its address needs it. */
export const OpenedLink = z.strictObject({
  id: z.uuid(),
  workspaceId: z.uuid(),
  organizationId: z.uuid(),
  createdBy: z.uuid().nullable(),
  platform: platformColumn,
  connectionId: z.uuid().nullable(),
  features: z.array(z.enum(featureNames)),
  workspaceName: z.string(),
  organizationName: z.string(),
  /** As the assistant calls itself. */
  assistantName: z.string().nullable(),
  ticketStatus: z.enum(ticketStatuses).nullable(),
  /** Its time is not over, and its grant has not ended. */
  isOpen: z.boolean(),
});

export const linkOfSecret = statement(
  'connectLinks.ofSecret',
  OpenedLink,
  sql`SELECT l.id, l.workspace_id AS "workspaceId", l.organization_id AS "organizationId", l.created_by AS "createdBy",
             l.platform, l.connection_id AS "connectionId", l.features, w.name AS "workspaceName", o.name AS "organizationName",
             c.name AS "assistantName", t.status AS "ticketStatus",
             (l.expires_at > clock_timestamp() AND ${isLive}) AS "isOpen"
      FROM connect_links l JOIN workspaces w ON w.id = l.workspace_id JOIN organizations o ON o.id = l.organization_id
      JOIN mcp_grants g ON g.id = l.grant_id JOIN mcp_clients c ON c.id = g.client_id
      LEFT JOIN oauth_tickets t ON t.id = l.ticket_id
      WHERE l.secret_hash = ${secretHash}`,
);

export const holdLink = statement(
  'connectLinks.hold',
  z.strictObject({ ticketId: z.uuid().nullable() }),
  sql`SELECT ticket_id AS "ticketId" FROM connect_links WHERE id = ${id} FOR UPDATE`,
);

export const callOffTicket = command(
  'connectLinks.callOffTicket',
  sql`UPDATE oauth_tickets SET status = 'expired', error = 'ticket_expired', sealed = NULL, updated_at = clock_timestamp()
      WHERE id = ${id} AND status NOT IN (${endedTickets})`,
);

export const hasCompleted = statement(
  'connectLinks.hasCompleted',
  z.strictObject({ id: z.uuid() }),
  sql`SELECT id FROM oauth_tickets WHERE id = ${id} AND status = 'completed'`,
);

export const setTicket = command(
  'connectLinks.setTicket',
  sql`UPDATE connect_links SET ticket_id = ${param('ticketId', 'uuid')} WHERE id = ${id}`,
);

/** A link as its assistant sees it. */
export const LinkProgress = z.strictObject({
  connectId: z.uuid(),
  platform: platformColumn,
  connectionToRenew: z.uuid().nullable(),
  /** Null: its button was not pressed yet. */
  status: z.enum(ticketStatuses).nullable(),
  connectionId: z.uuid().nullable(),
  missing: z.array(z.enum(featureNames)).nullable(),
  error: z.enum(ticketErrors).nullable(),
  reason: z.string().nullable(),
  /** Milliseconds until the link is over, by the database's clock. */
  leftMs: z.number(),
});

export const progressOfLink = statement(
  'connectLinks.progress',
  LinkProgress,
  sql`SELECT l.id AS "connectId", l.platform, l.connection_id AS "connectionToRenew", t.status, t.connected_id AS "connectionId",
             t.missing, t.error, t.reason, ${milliseconds(sql`l.expires_at - clock_timestamp()`)} AS "leftMs"
      FROM connect_links l LEFT JOIN oauth_tickets t ON t.id = l.ticket_id
      WHERE l.id = ${id} AND l.workspace_id = ${param('workspaceId', 'uuid')}
        AND (${param('organizationId', 'uuid', 'orNull')} IS NULL OR l.organization_id = ${param('organizationId', 'uuid', 'orNull')})`,
);

export const removeLinks = command(
  'connectLinks.removeExpired',
  sql`DELETE FROM connect_links WHERE id IN (
        SELECT id FROM connect_links WHERE expires_at < now() - interval '1 day'
        ORDER BY expires_at LIMIT ${param('limit', 'bigint')})`,
);
