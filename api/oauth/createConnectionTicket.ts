import { v7 as uuidv7 } from 'uuid';
import { connectChannelWorkflow } from '../../domain/workflowContract';
import { featuresThatAre } from '../../domain/consent/feature';
import type { FeatureName, PlatformPermissions } from '../../domain/consent/feature';
import { Connection } from '../../models/connections/Connection';
import { inTransaction } from '../../models/database/transaction';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { Organization } from '../../models/organizations/Organization';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import type { Tenant } from '../../models/database/Tenant';
import type { Transaction } from '../../models/database/transaction';
import { userIdOf } from '../auth/Principal';
import type { BaseDeps } from '../deps';
import { noSuchConnection } from '../connections/refusals';
import { invalid } from '../http/errors';
import { noSuchOrganization } from '../http/refusals';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import { CreateTicketInput, endOfConsent } from './schema';

export interface CreatedTicket {
  ticketId: string;
  /** For the browser of the channel's owner. */
  authUrl: string;
  expiresAt: Date;
}

export const createConnectionTicket = defineUseCase({
  name: 'createConnectionTicket',
  action: 'connection.manage',
  summary: 'A ticket with which the owner of a channel connects it',
  description:
    'Send the browser of the owner to `authUrl` within 5 minutes; your server must not open it. It leads to the consent ' +
    `page of the platform. ${endOfConsent}`,
  input: CreateTicketInput,
  refuses: [noSuchConnection, noSuchOrganization],
  run: makeTicket,
});

/**
 * Makes a ticket, and the order to start the workflow that sees it to its end, in one transaction.
 * @throws ApiError 404 for a connection or an organization outside the workspace; 400 for a connection of another
 *   platform or organization, and for a feature that the platform does not have
 */
export async function makeTicket({ deps, principal }: TenantContext, input: CreateTicketInput): Promise<CreatedTicket> {
  const { tenant } = principal;
  const judged = await judgeTicket(deps, tenant, input);
  return writeTicket(deps, { tenant, createdBy: userIdOf(principal) }, { ...input, ...judged });
}

/** What a ticket asks for, beside the address in the end. */
export type TicketWish = Omit<CreateTicketInput, 'redirectUrl'>;

/** The organization and the features of a ticket. @throws as `makeTicket` */
export async function judgeTicket(
  deps: Pick<BaseDeps, 'platforms'>,
  tenant: Tenant,
  wish: TicketWish,
): Promise<{ organizationId: string; features: FeatureName[] }> {
  const offered = deps.platforms.get(wish.platform);
  if (!offered) throw invalid({ platform: ['is not offered by this service at present'] });
  const asked = featuresAsked(offered.permissions, wish.features);
  const { organizationId, permissions } = await subjectOf(tenant, wish);
  const kept = featuresThatAre('granted', offered.permissions, permissions);
  return { organizationId, features: [...new Set([...asked, ...kept])] };
}

type JudgedTicket = Pick<CreateTicketInput, 'platform' | 'connectionId' | 'redirectUrl'> &
  Awaited<ReturnType<typeof judgeTicket>>;

/** Writes a ticket that was judged. @param beside is written in the same transaction, before it */
export async function writeTicket(
  deps: BaseDeps,
  { tenant, createdBy }: { tenant: Tenant; createdBy: string | null },
  { platform, connectionId, redirectUrl, organizationId, features }: JudgedTicket,
  beside: {
    before?: (transaction: Transaction) => Promise<void>;
    after?: (ticketId: string, transaction: Transaction) => Promise<void>;
  } = {},
): Promise<CreatedTicket> {
  const ticketId = uuidv7();
  const owner = { workspaceId: tenant.workspaceId, organizationId, createdBy };
  const ticket = { id: ticketId, ...owner, platform, connectionId, redirectUrl, features };
  const run = { workflow: connectChannelWorkflow, subjectId: ticketId, generation: 1 };
  const order = { kind: 'start', ...run, workspaceId: tenant.workspaceId } as const;
  const { expiresAt, outboxId } = await inTransaction(deps.sequelize, 'createTicket', async (transaction) => {
    await beside.before?.(transaction);
    const { expiresAt } = await OAuthTicket.insert(ticket, transaction);
    await beside.after?.(ticketId, transaction);
    const outboxId = await OutboxEntry.add(order, transaction);
    return { expiresAt, outboxId };
  });
  deps.dispatch([outboxId]);
  const authUrl = `${deps.config.baseUrl}/api/v1/oauth/${platform}/authorize?ticket=${ticketId}`;
  return { ticketId, authUrl, expiresAt };
}

/** The named features. @throws ApiError 400 for a name that the platform does not have */
function featuresAsked({ features }: PlatformPermissions, names: readonly string[]): FeatureName[] {
  const known = features.map(({ name }) => name);
  const asked = known.filter((name) => names.includes(name));
  if (names.every((name) => known.some((one) => one === name))) return asked;
  throw invalid({ features: [known.length === 0 ? 'must be empty' : `must be among: ${known.join(', ')}`] });
}

interface Subject {
  /** The organization that the connection belongs to, or will. */
  organizationId: string;
  /** The permissions that an existing connection has. */
  permissions: readonly string[];
}

async function subjectOf(
  tenant: Tenant,
  { organizationId: wanted, connectionId, platform }: TicketWish,
): Promise<Subject> {
  if (wanted !== null && !(await Organization.isOfTenant(tenant, wanted))) throw noSuchOrganization.error();
  if (connectionId === null) {
    const organizationId = wanted ?? tenant.organizationId ?? (await Organization.rootOf(tenant));
    return { organizationId, permissions: [] };
  }
  const connection = await Connection.ofTenant(tenant, connectionId);
  if (!connection) throw noSuchConnection.error();
  if (connection.platform !== platform) throw invalid({ connectionId: [`is a connection to ${connection.platform}`] });
  if (wanted !== null && connection.organizationId !== wanted) {
    throw invalid({ connectionId: ['belongs to another organization'] });
  }
  return { organizationId: connection.organizationId, permissions: connection.permissions };
}
