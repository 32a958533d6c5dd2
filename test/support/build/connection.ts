import { randomUUID } from 'node:crypto';
import type { InferAttributes } from 'sequelize';
import { featureNames, permissionsFor } from '../../../domain/consent/feature';
import { platformModules } from '../../../platforms';
import type { PlatformFacts } from '../../../platforms/Platform';
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
 * lasts an hour and every permission of its platform.
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
    thumbnailUrl: overrides.thumbnailUrl ?? null,
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
    permissions: everyPermissionOf(overrides.platform ?? 'youtube'),
    platformAccount: account,
  } as const;
  const { connectionId } = await inTransaction(Connection.sequelize!, 'test', (transaction) =>
    storeGrant(grant, testSecrets, transaction),
  );
  if (Object.keys(overrides).length > 0) await Connection.update(overrides, { where: { id: connectionId } });
  return { connectionId };
}

/** The permissions of a platform, of all its features too; none of a platform that only tests have. */
function everyPermissionOf(slug: string): string[] {
  const modules: Readonly<Record<string, PlatformFacts>> = platformModules;
  const { [slug]: facts } = modules;
  return facts ? permissionsFor(facts.permissions, featureNames) : [];
}
