import type { PlatformSlug } from '../../domain/platform';

/** A ticket before it is written. */
export interface NewTicket {
  id: string;
  workspaceId: string;
  organizationId: string;
  platform: PlatformSlug;
  connectionId: string | null;
  redirectUrl: string;
  /** Null, or left out: the API key. */
  createdBy?: string | null;
}

/** A ticket as it is read, with its time left by the database's clock. */
export const ticketColumns = `id, workspace_id AS "workspaceId", organization_id AS "organizationId", platform,
       connection_id AS "connectionId", redirect_url AS "redirectUrl", status, error, reason, state_hash AS "stateHash",
       browser_hash AS "browserHash", sealed, connected_id AS "connectedId",
       (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float AS "leftMs"`;
