import { openBrowser } from '../browser';
import type { Page } from '../browser';
import type { Json, OpenSandbox, Reply } from '../servers/sandbox';

/** A user without cookies: nothing of the consent depends on cookies. */
export const { visit: open, follow, press } = openBrowser();

/** The query of the address that the page leads away to. */
export function queryOfRedirect({ status, location, body }: Page): Record<string, string> {
  if (status !== 302) throw new Error(`expected a redirect, not ${status}: ${body}`);
  return Object.fromEntries(new URL(location).searchParams);
}

/** The redirect URI of the consent page's tests. No server listens there. */
export const redirectUri = 'http://127.0.0.1:9/callback?kept=1';

export const scopeOf = (name: string) => `https://www.googleapis.com/auth/${name}`;
export const upload = scopeOf('youtube.upload');
export const readonly = scopeOf('youtube.readonly');
export const manage = scopeOf('youtube');

type Changes = Record<string, string | undefined>;

/** A client's side of the consent flow; `changes` replace parameters of its request, undefined leaves one out. */
export function consentClient(sandbox: () => OpenSandbox) {
  const address = (changes: Changes = {}) => {
    const query = {
      client_id: 'sandbox-youtube-client',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [upload, readonly, manage].join(' '),
      state: 'a state & more',
      access_type: 'offline',
    };
    const url = new URL('/o/oauth2/v2/auth', sandbox().url);
    for (const [name, value] of Object.entries({ ...query, ...changes })) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return url.href;
  };
  const ask = async (account: string, changes: Changes = {}) => follow(await open(address(changes)), account);
  return {
    address,
    /** The page after an account was chosen. */
    ask,
    /** The query that leads back after all steps. */
    allow: async (account: string, changes: Changes = {}, untick: string[] = []) =>
      queryOfRedirect(await press(await ask(account, changes), 'Allow', untick)),
    exchange: (code: string | undefined, extra: Record<string, string> = {}): Promise<Reply> =>
      sandbox().token({ grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri, ...extra }),
    ownChannels: async (token: string): Promise<Json> =>
      (await sandbox().youtube('GET', '/youtube/v3/channels?part=snippet&mine=true', { token })).body,
  };
}
