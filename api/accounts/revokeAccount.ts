import { paced } from '../../domain/pace';
import { withTimeLimit } from '../../lib/timeLimit';
import { tokenContext } from '../../models/connections/Connection';
import { tokensOfAccount } from '../../models/removals/accountConnections';
import type { Platform } from '../../platforms/Platform';
import type { BaseDeps } from '../deps';

/** The number of tokens that are tried: a working token ends all grants of the account, and a dead token counts as revoked. */
const tokensMax = 10;
const revocationMs = 8_000;

/**
 * Revokes the grants of an account at the platform, while its owner waits.
 * @returns false if the platform has not confirmed it, or a token cannot be decrypted: the owner can end the access there
 */
export async function revokeAccount(
  { secrets, logger }: Pick<BaseDeps, 'secrets' | 'logger'>,
  platform: Platform,
  account: string,
): Promise<boolean> {
  const rows = await tokensOfAccount({ platform: platform.slug, account }, tokensMax);
  const revoke = async ({ id, accessToken, refreshToken }: (typeof rows)[number], signal: AbortSignal) => {
    const [sealed, column] =
      refreshToken === null ? ([accessToken, 'access_token'] as const) : ([refreshToken, 'refresh_token'] as const);
    if (sealed !== null) await platform.oauth.revoke(secrets.decrypt(sealed, tokenContext(id, column)), signal);
  };
  const outcomes = await withTimeLimit(new AbortController().signal, paced(revocationMs), async (signal) =>
    Promise.allSettled(rows.map(async (row) => revoke(row, signal))),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) logger.warn({ err: failed.reason, platform: platform.slug }, 'the grants of an account were not revoked');
  return failed === undefined;
}
