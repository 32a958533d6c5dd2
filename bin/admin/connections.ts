import { z } from 'zod';
import { spendingOf } from '../../channels/spendQuota';
import { Id } from '../../domain/ids';
import { platformSlugs } from '../../domain/platform';
import { createSecrets } from '../../lib/secrets';
import { inTransaction } from '../../models/database/transaction';
import { storeGrant } from '../../models/oauth/storeGrant';
import { Organization } from '../../models/organizations/Organization';
import { createPlatforms, platformFor } from '../../platforms/index';
import type { RenewedTokens } from '../../platforms/Platform';
import type { Config } from '../run';
import { Refusal, withDatabase } from './Command';
import type { Command, Given } from './Command';

const ImportedGrant = z.object({
  workspaceId: Id,
  platform: z.enum(platformSlugs),
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
});
const callDeadlineMs = 30_000;

/**
 * Stores a grant that was obtained elsewhere. The platform says which channel it speaks for, and renews it: so its end
 * and its permissions are known.
 */
async function importConnection({ input }: Given, config: Config): Promise<object> {
  const { workspaceId, platform, accessToken, refreshToken } = ImportedGrant.parse(input);
  const from = platformFor(createPlatforms(config.platforms), platform);
  return withDatabase(config, async (sequelize) => {
    const root = await Organization.findOne({ where: { workspaceId, isRoot: true }, raw: true });
    if (!root) throw new Refusal('there is no such workspace');
    const [signal, spend] = [AbortSignal.timeout(callDeadlineMs), spendingOf(from, workspaceId)];
    const channel = await from.channel({ accessToken, signal, spend });
    const call = { channelId: channel.externalPlatformId, signal };
    // Where it is not renewed now, it is at its first use, and nothing is known of its permissions until then.
    const renewed = await from
      .refreshTokens(refreshToken, call)
      .catch((): RenewedTokens => ({ accessToken, expiresInSeconds: 0 }));
    const { expiresInSeconds, accessEndsAt = null, permissions = [], ...tokens } = renewed;
    const tokenExpiresAt = expiresInSeconds === null ? null : new Date(Date.now() + expiresInSeconds * 1000);
    const owner = { workspaceId, organizationId: root.id, platform, channel, platformAccount: null };
    const grant = { refreshToken, ...tokens, tokenExpiresAt, accessEndsAt, permissions };
    return inTransaction(sequelize, 'storeGrant', async (transaction) =>
      storeGrant({ ...owner, ...grant }, createSecrets(config.secretsKeys), transaction),
    );
  });
}

/** Commands about channels. */
export const connectionCommands: readonly Command[] = [
  {
    form: 'connection import {"workspaceId","platform","accessToken","refreshToken"}',
    answer: '{connectionId, name}',
    run: importConnection,
  },
];
