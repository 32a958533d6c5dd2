import { havingTaken } from '../domain/cost';
import type { Cost } from '../domain/cost';
import { beforeTheCall, PublishFailure } from '../domain/failures/PublishFailure';
import type { Secrets } from '../lib/secrets';
import { withTimeLimit } from '../lib/timeLimit';
import type { Platform } from '../platforms/Platform';
import type { Call } from '../platforms/Call';
import { distrustAccessToken, freshAccessToken, renewalBy } from './connectionTokens';
import type { AccessToken } from './connectionTokens';
import { connectionIdOf } from '../models/assignments/runSubjects';
import type { KnownChannel } from '../models/assignments/runSubjects';
import { takingOf } from '../models/quota/quotaTaking';
import { spendingOf } from './spendQuota';

/** Calls a platform in the name of one channel; every call gets a token that is good for some minutes. */
export interface ChannelAccess {
  /** For calls that may be made again: a refused token is renewed and the call repeated once. */
  call: <T>(work: PlatformWork<T>, limits?: CallLimits) => Promise<T>;
  /** For calls that cannot be repeated, such as streams of a body: a refused token is renewed for the next try. */
  callOnce: <T>(work: PlatformWork<T>, limits?: CallLimits) => Promise<T>;
}

type PlatformWork<T> = (call: Call) => Promise<T>;
interface CallLimits extends Partial<Pick<Call, 'notAfterMs' | 'patienceMs'>> {
  /**
   * The units that the call certainly takes from the daily quota. If the token is read by a statement, that statement
   * takes them; else the call takes them itself.
   */
  cost?: Cost;
  /** Ends the call, in place of the signal of the other calls. */
  signal?: AbortSignal;
}

interface AccessOptions {
  platform: Platform;
  channel: KnownChannel;
  /** Ends every call: no caller waits for it any more. */
  signal: AbortSignal;
  /** How the calls take from the daily quota; `spendingOf` if left out. */
  spends?: typeof spendingOf;
}

/** Far less than a token is good for when it is read. */
const tokenCachedMs = 5000;

/** Access to the channel of one connection. A refusal of a token that was just renewed is final. */
export function channelAccess({ secrets }: { secrets: Secrets }, options: AccessOptions): ChannelAccess {
  const { platform, channel, signal, spends = spendingOf } = options;
  const connectionId = connectionIdOf(channel);
  const renewal = renewalBy(platform, secrets);
  let cached: { token: AccessToken; readAtMs: number } | null = null;

  /** Calls that follow one another within moments are made with the same token. */
  async function token(cost: Cost | undefined): Promise<AccessToken> {
    if (cached && performance.now() - cached.readAtMs < tokenCachedMs) return { ...cached.token, isPaid: false };
    const taking = cost && platform.quota ? takingOf(platform, platform.quota, cost) : null;
    const fresh = await freshAccessToken(renewal, channel, signal, taking);
    cached = { token: fresh, readAtMs: performance.now() };
    return fresh;
  }

  async function callOnce<T>(work: PlatformWork<T>, limits: CallLimits = {}): Promise<T> {
    const { notAfterMs = Infinity, patienceMs = 0, cost, signal: ending = signal } = limits;
    const { accessToken, tokenVersion, channelId, workspaceId, isPaid } = await beforeTheCall(async () => token(cost));
    const spending = spends(platform, workspaceId);
    const spend = cost && isPaid ? havingTaken(cost, spending) : spending;
    try {
      return await endingAt(notAfterMs, ending, async (limited) =>
        work({ accessToken, channelId, spend, signal: limited, notAfterMs, patienceMs }),
      );
    } catch (error) {
      if (isTokenRefused(error)) {
        cached = null;
        await distrustAccessToken(connectionId, tokenVersion);
      }
      throw error;
    }
  }

  async function call<T>(work: PlatformWork<T>, limits?: CallLimits): Promise<T> {
    try {
      return await callOnce(work, limits);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
    }
    try {
      return await callOnce(work, limits);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      throw refusedForGood(error);
    }
  }

  return { call, callOnce };
}

/** A lease bounds a call as a whole: a call under way at its end is aborted, and may still take effect for a while. */
async function endingAt<T>(
  notAfterMs: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  if (notAfterMs === Infinity) return work(signal);
  return withTimeLimit(signal, Math.max(0, notAfterMs - performance.now()), work, tooSlow);
}

function tooSlow(): PublishFailure {
  const words = {
    seen: 'The platform did not answer before the lease of the call ended. It is asked what came of it.',
    todo: 'Retry later.',
  };
  return new PublishFailure('PLATFORM_UNAVAILABLE', words, { transient: true });
}

function refusedForGood(error: PublishFailure): PublishFailure {
  return new PublishFailure(error.code, error.words, { transient: false, cause: error });
}

function isTokenRefused(error: unknown): error is PublishFailure {
  return error instanceof PublishFailure && error.tokenRefused;
}
