import { inTransaction } from '../../../models/database';
import { Connection } from '../../../models/Connection';
import { storeGrant } from '../../../models/storeGrant';
import { testSecrets } from '../secrets';

interface Granted {
  channelId: string;
  accessToken: string;
  refreshToken: string;
}

/** Connects a YouTube channel as the end of a ticket does. @returns the connection's id */
export async function buildGrant(
  owner: { workspaceId: string; organizationId: string },
  { channelId, accessToken, refreshToken }: Granted,
  platformAccount: string | null,
): Promise<string> {
  const metadata = { subscribers: null, views: null, posts: null, handle: null };
  const grant = {
    ...owner,
    platform: 'youtube',
    channel: { externalPlatformId: channelId, name: 'Test channel', thumbnailUrl: null, metadata },
    accessToken,
    refreshToken,
    tokenExpiresAt: new Date(Date.now() + 3_599_000),
    platformAccount,
  } as const;
  const { connectionId } = await inTransaction(Connection.sequelize!, async (transaction) =>
    storeGrant(grant, testSecrets, transaction),
  );
  return connectionId;
}
