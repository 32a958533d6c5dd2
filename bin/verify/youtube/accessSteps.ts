import { z } from 'zod';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { featuresOf } from '../consent';
import { seeConsent } from '../grants';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { unwatched } from '../unwatched';
import { found } from '../Walk';
import { askApi, reasonIn } from './YouTubeWalk';
import type { YouTubeWalk } from './YouTubeWalk';

const TokenAnswer = z.object({ scope: z.string().optional(), refresh_token_expires_in: z.number().optional() });

/** The steps about consent and tokens (platforms/youtube/oauth.ts). */
export const accessSteps: readonly Step<YouTubeWalk>[] = [
  {
    id: 'youtube.consent',
    assumed: 'The consent page leads back to our address with our state and a code, and the code gives tokens.',
    follows: 'No channel can be connected: compare client id, secret and redirect address with the Google project.',
    see: async (walk) =>
      seeConsent(walk, walk.platform, (grant) => {
        walk.grant = grant;
      }),
  },
  {
    id: 'youtube.scopes',
    assumed: 'The answer to the code names every scope that we have asked for.',
    follows: 'Connecting refuses such a grant: see permissions in platforms/youtube/oauth.ts.',
    restsOn: ['youtube.consent'],
    see: async (walk) => seeScopes(walk),
  },
  {
    id: 'youtube.grant-end',
    assumed: 'The answer has refresh_token_expires_in if, and only if, the grant ends by itself.',
    follows: 'A connection cannot show when its access ends (accessEndsAt).',
    restsOn: ['youtube.consent'],
    see: async (walk) => seeGrantEnd(walk),
  },
  {
    id: 'youtube.channel',
    assumed: 'channels.list with mine=true has the one channel of the consent.',
    follows: 'Connecting finds no channel: see platforms/youtube/channels.ts.',
    restsOn: ['youtube.consent'],
    cost: { units: 1 },
    see: async (walk) => seeChannel(walk),
  },
  {
    id: 'youtube.refresh',
    assumed: 'The refresh token gives another access token, which works, and stays as it is.',
    follows: 'Every connection ends after an hour: see refreshTokens in platforms/youtube/oauth.ts.',
    restsOn: ['youtube.channel'],
    cost: { units: 1 },
    see: async (walk) => seeRefresh(walk),
  },
  {
    id: 'youtube.errors',
    assumed: 'An error of the API has its reason in error.errors[0].reason.',
    follows: 'Errors get the wrong code: see platforms/youtube/failures.ts and rules.ts.',
    restsOn: ['youtube.channel'],
    cost: { units: 1 },
    see: async (walk) => {
      const { status, body } = await askApi(walk, 'GET', 'videos?part=snippet');
      const reason = reasonIn(body);
      return reason === null
        ? broken(`A list without a filter was answered ${status} without a reason.`)
        : seen(`A list without a filter was answered ${status} with the reason ${reason}.`);
    },
  },
];

/** The step of another day. */
export const laterSteps: readonly Step<YouTubeWalk>[] = [
  {
    id: 'youtube.grant-later',
    assumed: 'A refresh token works until the end that was named, and after a day where none was.',
    follows: 'Channels expire by themselves: publish the consent screen of the Google project.',
    needsDay: true,
    see: async (walk) => seeGrantLater(walk),
  },
];

function seeScopes({ answers, platform, redirectUri }: YouTubeWalk): Observation {
  const probe = platform.oauth.consentUrl({
    state: 'none',
    redirectUri,
    codeVerifier: 'none',
    features: featuresOf(platform),
  });
  const asked = (probe.searchParams.get('scope') ?? '').split(' ');
  const granted = TokenAnswer.safeParse(answers.last(/\/token$/)).data?.scope?.split(' ') ?? [];
  const missing = asked.filter((scope) => !granted.includes(scope));
  if (granted.length === 0) return broken('The answer names no scope.');
  const lacking = missing.filter((scope) => !ofFeatures(platform).includes(scope));
  if (lacking.length > 0) return broken(`It does not name ${lacking.join(', ')}.`);
  const words = `It names ${granted.join(', ')}.`;
  return missing.length === 0
    ? seen(words)
    : seen(`${words} ${missing.join(', ')} was declined.`, 'The features that need them are missing.');
}

function ofFeatures({ permissions }: Pick<YouTubeWalk['platform'], 'permissions'>): string[] {
  return permissions.features.flatMap((feature) => feature.permissions);
}

function seeGrantEnd(walk: YouTubeWalk): Observation {
  const seconds = TokenAnswer.safeParse(walk.answers.last(/\/token$/)).data?.refresh_token_expires_in;
  const refreshToken = found(walk.grant, 'a grant').refreshToken;
  const sealedToken = refreshToken === null ? null : (walk.sealing?.seal(refreshToken) ?? null);
  const at = walk.clock();
  const end = seconds === undefined ? null : new Date(at.getTime() + seconds * 1000);
  walk.keep({ sealedToken, grantEndsAt: end && end.toISOString() });
  if (end === null) return seen('It names no end.', 'Nothing, if the consent screen is published.');
  const words = `The grant ends at ${end.toISOString()}: the app is in testing, or the owner gave it for a time.`;
  return seen(words, 'Publish the consent screen before channels of others are connected.');
}

async function seeChannel(walk: YouTubeWalk): Promise<Observation> {
  const { platform, spend } = walk;
  const grant = found(walk.grant, 'a grant');
  const offered = await platform.oauth.channels(grant, { spend, signal: unwatched().signal });
  const [only] = offered;
  if (!only) return notSeen('The account has no channel.', 'Make a channel, then run again.');
  const { externalPlatformId: id, name } = only.channel;
  if (offered.length > 1) return broken(`It has ${offered.length} channels.`);
  if (walk.wantedId !== null && walk.wantedId !== id) {
    walk.channelId = null;
    return notSeen(`The consent is for ${id} (${name}), not for ${walk.wantedId}.`, 'Choose the test channel.');
  }
  walk.channelId = id;
  return seen(`It has ${id} (${name}).`);
}

async function seeRefresh(walk: YouTubeWalk): Promise<Observation> {
  const grant = found(walk.grant, 'a grant');
  if (grant.refreshToken === null) return broken('The code gave no refresh token.');
  const { signal } = unwatched();
  const channelId = found(walk.channelId, 'a channel');
  const { accessToken, refreshToken } = await walk.platform.refreshTokens(grant.refreshToken, { channelId, signal });
  walk.answers.hide(accessToken, refreshToken);
  const channel = await walk.platform.channel({ accessToken, signal, spend: walk.spend });
  walk.grant = { ...grant, accessToken };
  if (channel.externalPlatformId !== channelId) return broken('The token speaks for another channel.');
  const isSame = refreshToken === undefined || refreshToken === grant.refreshToken;
  return isSame ? seen('It does; no other refresh token came.') : seen('It does, and another refresh token came.');
}

const dayMs = 24 * 3_600_000;

async function seeGrantLater({ earlier, sealing, platform, answers, clock }: YouTubeWalk): Promise<Observation> {
  const kept = found(earlier, 'an earlier walk');
  if (kept.sealedToken === null || sealing === null) {
    return notSeen('No refresh token was kept.', 'Set SECRETS_KEY, and walk again from the start.');
  }
  const refreshToken = sealing.open(kept.sealedToken);
  if (refreshToken === null)
    return notSeen('SECRETS_KEY is not the key of the first walk.', 'Set that one, or walk again from the start.');
  const dueAt = new Date(Date.parse(kept.at) + dayMs);
  if (clock() < dueAt) return notSeen('It is too early.', `Run it again after ${dueAt.toISOString()}.`);
  answers.hide(refreshToken);
  const hasEnded = kept.grantEndsAt !== null && clock() >= new Date(kept.grantEndsAt);
  try {
    const { accessToken } = await platform.refreshTokens(refreshToken, { channelId: '', ...unwatched() });
    answers.hide(accessToken);
    return hasEnded ? broken('It still works after its end.') : seen(`It works since ${kept.at}.`);
  } catch (error) {
    if (!(error instanceof PublishFailure) || error.code !== 'TOKEN_EXPIRED') throw error;
    return hasEnded ? seen(`It ended as named, at ${kept.grantEndsAt}.`) : broken(error.words.seen);
  }
}
