import { v7 as uuidv7 } from 'uuid';
import type { PlatformSlug } from '../../domain/platform';
import type { Secrets } from '../../lib/secrets';
import type { Channel } from '../../platforms/Platform';
import { Connection, tokenContext } from '../connections/Connection';
import type { Transaction } from '../database/transaction';
import { KeptPicture } from '../pictures/KeptPicture';
import { resumePreparations } from '../publishing/preparation';

/** A channel and the tokens for it, as its owner has granted them. */
export interface ChannelGrant {
  workspaceId: string;
  organizationId: string;
  platform: PlatformSlug;
  channel: Channel;
  accessToken: string;
  /** The refresh token; null where the platform gave none this time: a stored refresh token is then kept. */
  refreshToken: string | null;
  tokenExpiresAt: Date | null;
  /** When the owner has to consent again, however often the tokens are renewed; absent or null: never. */
  accessEndsAt?: Date | null;
  /** The permissions that were granted for the channel. */
  permissions: readonly string[];
  /** The platform account that has consented; null: unknown, and perhaps another account than before. */
  platformAccount: string | null;
}

/**
 * Creates the organization's connection to the channel, or updates its present or former connection, which keeps its id
 * and an edited name (contract.md §4, §13); a removed connection is there again, and active. The new tokens outdate
 * every renewal under way.
 * @returns the connection's id and name
 */
export async function storeGrant(
  grant: ChannelGrant,
  secrets: Secrets,
  transaction: Transaction,
): Promise<{ connectionId: string; name: string }> {
  const { workspaceId, organizationId, platform, channel } = grant;
  const known = await Connection.ofChannel(organizationId, platform, channel, transaction);
  const id = known?.id ?? uuidv7();
  const tokens = columnsOf(grant, id, secrets);
  const refreshToken =
    grant.refreshToken === null ? null : secrets.encrypt(grant.refreshToken, tokenContext(id, 'refresh_token'));
  if (known) {
    const kept = refreshToken ?? known.refreshToken;
    const revived = known.removedAt === null ? {} : { removedAt: null, isActive: true };
    // The end of a kept refresh token stays as it is.
    const accessEndsAt = refreshToken === null ? known.accessEndsAt : tokens.accessEndsAt;
    const tokenVersion = known.tokenVersion + 1;
    // The id in place of a name says that the name was erased (models/removals/platformData.ts).
    const name = known.name === known.externalPlatformId ? channel.name : known.name;
    await known.update(
      { ...tokens, ...revived, name, refreshToken: kept, accessEndsAt, tokenVersion },
      { transaction },
    );
    await KeptPicture.channelConnected(id, transaction);
    await resumePreparations(known, transaction);
    return { connectionId: id, name };
  }
  await Connection.create(
    {
      id,
      workspaceId,
      organizationId,
      platform,
      externalPlatformId: channel.externalPlatformId,
      name: channel.name,
      externalId: null,
      ...tokens,
      refreshToken,
    },
    { transaction },
  );
  await KeptPicture.channelConnected(id, transaction);
  return { connectionId: id, name: channel.name };
}

/** The columns that a grant replaces, whatever the connection was before. */
function columnsOf({ channel, ...grant }: ChannelGrant, id: string, secrets: Secrets) {
  return {
    tokenStatus: 'valid',
    accessToken: secrets.encrypt(grant.accessToken, tokenContext(id, 'access_token')),
    tokenExpiresAt: grant.tokenExpiresAt,
    accessEndsAt: grant.accessEndsAt ?? null,
    permissions: grant.permissions,
    accessLostAt: null,
    dataErasedAt: null,
    platformAccount: grant.platformAccount,
    renewalLeaseUntil: null,
    publishing: 'staged',
    tokensStoredAt: new Date(),
    thumbnailUrl: channel.thumbnailUrl,
    metadata: channel.metadata,
    updatedAt: new Date(),
  } as const;
}
