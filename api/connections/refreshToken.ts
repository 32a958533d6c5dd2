import { renewalBy, renewTokens } from '../../models/connectionTokens';
import type { RenewalOutcome } from '../../models/connectionTokens';
import { resumePreparations } from '../../models/preparation';
import { platformFor } from '../../platforms';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { askPlatform } from '../platforms/askPlatform';
import { getConnection } from './getConnection';

/**
 * Renews a connection's tokens at the platform, whether or not that is due. Only a definite refusal makes the connection
 * `expired`; when the platform does not answer, nothing has changed (contract.md §4). With valid tokens, preparations
 * that failed are tried again.
 * @throws ApiError 404; 409 for a connection that holds no tokens; 503
 */
export async function refreshToken(context: Context<Actor>, id: string): Promise<RenewalOutcome> {
  const { platforms, secrets } = context.deps;
  const { platform } = await getConnection(context, id);
  const renewal = renewalBy(platformFor(platforms, platform), secrets);
  const outcome = await askPlatform(async (signal) => renewTokens(renewal, id, signal));
  if (outcome.tokenStatus === 'valid') await resumePreparations(id);
  return outcome;
}
