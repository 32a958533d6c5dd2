import { z } from 'zod';
import { featureNames } from '../../domain/consent/feature';
import { ticketConsentMinutes, ticketErrors, ticketOpeningMinutes, ticketStatuses } from '../../domain/ticket';
import { platformColumn } from '../database/columns';
import { constant, param, sql } from '../database/fragment';
import { milliseconds } from '../database/fragments';
import { command, statement } from '../database/statement';
import { askerMayConnect, endedTickets } from '../organizations/ticketAsker';

const id = param('id', 'uuid');
const workspaceId = param('workspaceId', 'uuid');
const stateHash = param('stateHash', 'text');
const limit = param('limit', 'bigint');

/** A ticket as it stood when it was read. */
export const Ticket = z.strictObject({
  id: z.uuid(),
  workspaceId: z.uuid(),
  organizationId: z.uuid(),
  platform: platformColumn,
  connectionId: z.uuid().nullable(),
  redirectUrl: z.string(),
  features: z.array(z.enum(featureNames)),
  missing: z.array(z.enum(featureNames)),
  status: z.enum(ticketStatuses),
  error: z.enum(ticketErrors).nullable(),
  reason: z.string().nullable(),
  stateHash: z.string().nullable(),
  browserHash: z.string().nullable(),
  sealed: z.string().nullable(),
  connectedId: z.uuid().nullable(),
  /** Milliseconds until its time is over, by the database's clock; negative after that. */
  leftMs: z.number(),
});

const shown = sql`id, workspace_id AS "workspaceId", organization_id AS "organizationId", platform,
       connection_id AS "connectionId", redirect_url AS "redirectUrl", features, missing, status, error, reason, state_hash AS "stateHash",
       browser_hash AS "browserHash", sealed, connected_id AS "connectedId",
       ${milliseconds(sql`expires_at - clock_timestamp()`)} AS "leftMs"`;

export const addTicket = statement(
  'tickets.add',
  z.strictObject({ expiresAt: z.date() }),
  sql`INSERT INTO oauth_tickets (id, workspace_id, organization_id, platform, connection_id, redirect_url, features, created_by, expires_at)
      VALUES (${id}, ${workspaceId}, ${param('organizationId', 'uuid')}, ${param('platform', 'text')},
              ${param('connectionId', 'uuid', 'orNull')}, ${param('redirectUrl', 'text')}, ${param('features', 'text[]')},
              ${param('createdBy', 'uuid', 'orNull')}, now() + make_interval(mins => ${constant(ticketOpeningMinutes)}))
      RETURNING expires_at AS "expiresAt"`,
);

export const findTicket = statement('tickets.find', Ticket, sql`SELECT ${shown} FROM oauth_tickets WHERE id = ${id}`);

const organizationId = param('organizationId', 'uuid', 'orNull');
export const ticketOfTenant = statement(
  'tickets.ofTenant',
  Ticket,
  sql`SELECT ${shown} FROM oauth_tickets
      WHERE id = ${id} AND workspace_id = ${workspaceId}
        AND (${organizationId} IS NULL OR organization_id = ${organizationId} OR created_by IS NULL)`,
);

export const ticketOfState = statement(
  'tickets.ofState',
  Ticket,
  sql`SELECT ${shown} FROM oauth_tickets WHERE state_hash = ${stateHash}`,
);

export const consumeTicket = command(
  'tickets.consume',
  sql`UPDATE oauth_tickets t
      SET status = 'consumed', state_hash = ${stateHash}, browser_hash = ${param('browserHash', 'text')},
          sealed = ${param('sealed', 'text')},
          expires_at = clock_timestamp() + make_interval(mins => ${constant(ticketConsentMinutes)}), updated_at = clock_timestamp()
      WHERE id = ${id} AND status = 'pending' AND expires_at > clock_timestamp() AND ${askerMayConnect}`,
);

const move = sql`UPDATE oauth_tickets t SET status = ${param('to', 'text')}, sealed = ${param('sealed', 'text', 'orNull')},
        updated_at = clock_timestamp(),
        platform_account = coalesce(${param('platformAccount', 'text', 'orNull')}, platform_account)
      WHERE id = ${id} AND status = ${param('from', 'text')} AND expires_at > clock_timestamp() AND ${askerMayConnect}`;

/** One text, by the status that a ticket comes to: each is a boundary of its own. */
export const moveTicket = {
  granted: command('tickets.grant', move),
  exchanged: command('tickets.exchange', move),
  choosing: command('tickets.offer', move),
  completed: command('tickets.complete', move),
} as const;

export const takeCode = statement(
  'tickets.takeCode',
  z.strictObject({ sealed: z.string().nullable() }),
  sql`WITH taken AS (
        SELECT id, sealed FROM oauth_tickets
        WHERE id = ${id} AND status = 'granted' AND expires_at > clock_timestamp() FOR UPDATE)
      UPDATE oauth_tickets t SET status = 'exchanging', sealed = NULL, updated_at = clock_timestamp()
      FROM taken WHERE t.id = taken.id RETURNING taken.sealed`,
);

export const failTicket = command(
  'tickets.fail',
  sql`UPDATE oauth_tickets
      SET status = 'failed', error = ${param('error', 'text')}, reason = ${param('reason', 'text', 'orNull')}, sealed = NULL,
          updated_at = clock_timestamp()
      WHERE id = ${id} AND status = ANY(${param('from', 'text[]')})`,
);

export const removeTickets = command(
  'tickets.removeExpired',
  sql`WITH ended AS (
        UPDATE oauth_tickets SET status = 'expired', error = 'ticket_expired', sealed = NULL, updated_at = clock_timestamp()
        WHERE id IN (SELECT id FROM oauth_tickets
                     WHERE status NOT IN (${endedTickets}) AND expires_at < now() - interval '1 hour'
                     ORDER BY expires_at LIMIT ${limit})
        RETURNING 1),
      removed AS (
        DELETE FROM oauth_tickets WHERE id IN (
          SELECT id FROM oauth_tickets
          WHERE status IN (${endedTickets}) AND created_at < now() - make_interval(days => ${param('days', 'integer')})
          ORDER BY created_at LIMIT ${limit})
        RETURNING 1)
      SELECT FROM ended UNION ALL SELECT FROM removed`,
);

export const expireTicket = command(
  'tickets.expire',
  sql`UPDATE oauth_tickets SET status = 'expired', error = 'ticket_expired', sealed = NULL, updated_at = clock_timestamp()
      WHERE id = ${id} AND status <> ALL(${param('ended', 'text[]')})
        AND (${param('calledOff', 'boolean')} OR expires_at <= clock_timestamp())`,
);
