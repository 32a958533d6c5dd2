import { featuresThatAre } from '../../domain/consent/feature';
import type { Secrets } from '../../lib/secrets';
import type { OfferedChannel, PlatformFacts } from '../../platforms/Platform';
import { inTransaction } from '../database/transaction';
import { OAuthTicket } from './OAuthTicket';
import type { Ticket } from './OAuthTicket';
import { holdOrganization } from '../organizations/holdOrganization';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';
import { storeGrant } from './storeGrant';

/** Keeps the membership of the user who has asked for a ticket as it is until the end of the transaction. */
const holdAsker = command(
  'tickets.holdAsker',
  sql`SELECT FROM oauth_tickets t
      JOIN memberships m ON m.organization_id = t.organization_id AND m.user_id = t.created_by
      WHERE t.id = ${param('id', 'uuid')} FOR SHARE OF m`,
);

interface OfferDeps {
  secrets: Secrets;
  /** The platform of the ticket. */
  platform: Pick<PlatformFacts, 'permissions'>;
}

/**
 * Ends a ticket with a connection to the channel: both or neither. The ticket notes the features that were asked for
 * and not granted.
 * @param ticket as it was read: if it has moved on since, its time is over, or who has asked for it may not connect channels
 *   any more, nothing happens
 * @returns the id of the connection that was made or updated, or null
 */
export async function connectOffer(
  { id, status, workspaceId, organizationId, platform, features }: Ticket,
  { channel, tokens }: OfferedChannel,
  { secrets, platform: { permissions: known } }: OfferDeps,
): Promise<string | null> {
  const { sequelize } = OAuthTicket;
  if (!sequelize) throw new Error('the models are not bound to a database');
  return inTransaction(sequelize, 'connectOffer', async (transaction) => {
    // Before the ticket: a removal holds the membership first, too, and then ends the tickets.
    await holdAsker.run({ id }, transaction);
    if (!(await OAuthTicket.move(id, { from: status, to: 'completed', sealed: null }, transaction))) return null;
    // Two tickets for one channel that is new to the organization take turns: the second then finds its connection.
    await holdOrganization.run({ organizationId }, transaction);
    const {
      accessToken,
      refreshToken,
      expiresAt: tokenExpiresAt,
      accessEndsAt = null,
      permissions,
      account: platformAccount,
    } = tokens;
    const granted = { channel, accessToken, refreshToken, tokenExpiresAt, accessEndsAt, permissions, platformAccount };
    const grant = { workspaceId, organizationId, platform, ...granted };
    const { connectionId } = await storeGrant(grant, secrets, transaction);
    const missing = featuresThatAre('missing', known, permissions).filter((name) => features.includes(name));
    await OAuthTicket.update({ connectedId: connectionId, missing }, { where: { id }, transaction });
    return connectionId;
  });
}
