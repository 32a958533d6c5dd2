import { randomUUID } from 'node:crypto';
import type { InferAttributes } from 'sequelize';
import { Connection } from '../../../models/connections/Connection';
import { inTransaction } from '../../../models/database/transaction';
import { storeGrant } from '../../../models/oauth/storeGrant';
import type { Grant } from '../servers/sandbox';
import { testSecrets } from '../secrets';
import type { BuiltWorkspace } from './workspace';

let channels = 0;

interface BuiltGrant extends Omit<Grant, 'channelId'> {
  channelId?: string;
  /** The platform's name of the account; null: not known. */
  account?: string | null;
}

/** Tokens that no platform accepts. */
const noGrant: BuiltGrant = { accessToken: 'access', refreshToken: 'refresh' };

/**
 * A connection of the workspace's root organization to a channel of its own, of an account of its own, with a token that
 * lasts an hour.
 * @param grant tokens that the sandbox has given, for a connection that is to be used
 */
export async function buildConnection(
  { workspaceId, organizationId }: Pick<BuiltWorkspace, 'workspaceId' | 'organizationId'>,
  overrides: Partial<InferAttributes<Connection>> = {},
  { channelId, accessToken, refreshToken, account = randomUUID() }: BuiltGrant = noGrant,
): Promise<{ connectionId: string }> {
  channels += 1;
  const channel = {
    externalPlatformId: channelId ?? `UC-${channels}`,
    name: `Channel ${channels}`,
    thumbnailUrl: null,
    metadata: { subscribers: 12, views: 3400, posts: 5, handle: `@channel${channels}` },
  };
  const grant = {
    workspaceId,
    organizationId,
    platform: 'youtube',
    channel,
    accessToken,
    refreshToken,
    tokenExpiresAt: new Date(Date.now() + 3_600_000),
    platformAccount: account,
  } as const;
  const { connectionId } = await inTransaction(Connection.sequelize!, 'test', (transaction) =>
    storeGrant(grant, testSecrets, transaction),
  );
  if (Object.keys(overrides).length > 0) await Connection.update(overrides, { where: { id: connectionId } });
  return { connectionId };
}
