import { z } from 'zod';
import { featuresOf } from '../consent';
import { seeConsent } from '../grants';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { unwatched } from '../unwatched';
import { found } from '../Walk';
import { askGraph, errorIn } from './FacebookWalk';
import type { FacebookWalk } from './FacebookWalk';

/** The steps about the dialog, tokens and pages (platforms/facebook/oauth.ts, tokens.ts, pages.ts). */
export const accessSteps: readonly Step<FacebookWalk>[] = [
  {
    id: 'facebook.consent',
    assumed: 'The dialog leads back to our address with our state and a code, and the code gives a token of the user.',
    follows: 'No page can be connected: compare app id, secret, and the redirect addresses of Facebook Login.',
    see: async (walk) =>
      seeConsent(walk, walk.platform, (grant) => {
        walk.grant = grant;
      }),
  },
  {
    id: 'facebook.debug-token',
    assumed: 'debug_token tells that the token is valid, whose it is, and when it and its access to data end.',
    follows: 'Connections end without a warning: see readGrant in platforms/facebook/tokens.ts.',
    restsOn: ['facebook.consent'],
    see: async (walk) => seeDebugged(walk),
  },
  {
    id: 'facebook.permissions',
    assumed: 'debug_token lists every permission that we have asked for, and the pages of each.',
    follows: 'Connecting refuses the page: ask for the missing ones in App Review.',
    restsOn: ['facebook.debug-token'],
    see: async (walk) => seePermissions(walk),
  },
  {
    id: 'facebook.page-token',
    assumed: 'me/accounts has the page, a token of it, and the tasks of the user; the token speaks for the page.',
    follows: 'No page can be published on: see platforms/facebook/pages.ts.',
    restsOn: ['facebook.consent'],
    see: async (walk) => seePage(walk),
  },
  {
    id: 'facebook.renew',
    assumed: 'The token of the user can be lengthened, and gives the token of the page again.',
    follows: 'Connections end after 60 days: see refreshTokens in platforms/facebook/oauth.ts.',
    restsOn: ['facebook.page-token'],
    see: async (walk) => seeRenewed(walk),
  },
  {
    id: 'facebook.errors.token',
    assumed: 'A token that is none is refused with code 190.',
    follows: 'Dead connections are not noticed: see rules.ts in platforms/facebook.',
    restsOn: ['facebook.page-token'],
    see: async (walk) => {
      const answer = await askGraph(walk, { path: 'me', token: 'no-token' });
      const error = errorIn(answer.body);
      const words = `It was answered ${answer.status} with ${error}.`;
      return error?.startsWith('190') ? seen(words) : broken(words);
    },
  },
  {
    id: 'facebook.errors.absent',
    assumed: 'An object that is not there is answered with code 100 and subcode 33.',
    follows: 'Removed posts are not noticed: see saysGone in platforms/facebook/failures.ts.',
    restsOn: ['facebook.page-token'],
    see: async (walk) => {
      const answer = await askGraph(walk, { path: `${found(walk.page, 'a page').id}_1` });
      const words = `It was answered ${answer.status} with ${errorIn(answer.body)}.`;
      return errorIn(answer.body) === '100/33' ? seen(words) : broken(words);
    },
  },
];

const Debugged = z.object({
  data: z.object({
    is_valid: z.literal(true),
    user_id: z.coerce.string(),
    expires_at: z.number(),
    data_access_expires_at: z.number(),
    scopes: z.array(z.string()),
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.coerce.string()).optional() })),
  }),
});

function seeDebugged({ answers }: FacebookWalk): Observation {
  const result = Debugged.safeParse(answers.last(/\/debug_token$/));
  if (!result.success) return broken(`It lacks ${result.error.issues.map(({ path }) => path.join('.')).join(', ')}.`);
  const { expires_at: end, data_access_expires_at: dataEnd } = result.data.data;
  return seen(`It is valid until ${timeOf(end)}, its access to data until ${timeOf(dataEnd)}.`);
}

function timeOf(seconds: number): string {
  return seconds === 0 ? 'ever' : new Date(seconds * 1000).toISOString();
}

function seePermissions({ answers, platform, redirectUri }: FacebookWalk): Observation {
  const url = platform.oauth.consentUrl({
    state: 'none',
    redirectUri,
    codeVerifier: 'none',
    features: featuresOf(platform),
  });
  const asked = (url.searchParams.get('scope') ?? '').split(/[ ,]+/);
  const { base } = platform.permissions;
  const data = Debugged.safeParse(answers.last(/\/debug_token$/)).data?.data;
  const missing = asked.filter((permission) => !data?.scopes.includes(permission));
  const lacking = missing.filter((permission) => base.includes(permission));
  if (lacking.length > 0) return broken(`It does not list ${lacking.join(', ')}.`);
  const words = `It lists ${data?.scopes.join(', ')}.`;
  return missing.length === 0
    ? seen(words)
    : seen(`${words} ${missing.join(', ')} was declined.`, 'The features that need them are missing.');
}

async function seePage(walk: FacebookWalk): Promise<Observation> {
  const { platform, wantedId } = walk;
  const { signal } = unwatched();
  const offered = await platform.oauth.channels(found(walk.grant, 'a grant'), { signal, spend: async () => undefined });
  const isMeant = (id: string): boolean => wantedId === null || wantedId === id;
  const [chosen, another] = offered.filter(({ channel }) => isMeant(channel.externalPlatformId));
  const names = offered.map(({ channel }) => `${channel.externalPlatformId} (${channel.name})`).join(', ');
  if (!chosen)
    return notSeen(`The login has ${names === '' ? 'no page' : names}.`, 'Choose the test page in the dialog.');
  if (another) return notSeen(`The login has ${names}.`, 'Name one of them with --channel.');
  if (chosen.obstacle !== null) return broken(chosen.obstacle);
  const { channel, tokens } = chosen;
  walk.answers.hide(tokens.accessToken);
  const { externalPlatformId: id } = await platform.channel({ accessToken: tokens.accessToken, ...unspent(), signal });
  if (id !== channel.externalPlatformId) return broken(`The token of ${channel.externalPlatformId} speaks for ${id}.`);
  walk.page = { id, token: tokens.accessToken, permissions: tokens.permissions };
  return seen(`It has ${id} (${channel.name}), and its token speaks for it.`);
}

function unspent() {
  return { spend: async () => undefined };
}

async function seeRenewed(walk: FacebookWalk): Promise<Observation> {
  const { refreshToken } = found(walk.grant, 'a grant');
  const { id } = found(walk.page, 'a page');
  const token = found(refreshToken, 'a token of the user');
  const renewed = await walk.platform.refreshTokens(token, { channelId: id, signal: unwatched().signal });
  walk.answers.hide(renewed.accessToken, renewed.refreshToken);
  const { externalPlatformId } = await walk.platform.channel({
    accessToken: renewed.accessToken,
    ...unspent(),
    signal: unwatched().signal,
  });
  if (externalPlatformId !== id) return broken(`The renewed token speaks for ${externalPlatformId}.`);
  const days = renewed.expiresInSeconds === null ? null : Math.round(renewed.expiresInSeconds / 86_400);
  return seen(days === null ? 'It does, without an end.' : `It does, for ${days} days.`);
}
