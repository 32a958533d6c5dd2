import { send } from './support';
import type { Json, OpenSandbox, Reply } from './support';

/** A page as its reader has it before them. */
export interface Screen {
  url: string;
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Opens an address; a redirect is not followed, so that the test sees it. */
export async function open(url: string): Promise<Screen> {
  return { url, ...(await send('GET', url)) };
}

/** Follows the link with this text. */
export async function follow(screen: Screen, text: string): Promise<Screen> {
  const links = [...screen.text.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)];
  const [, href] = links.find((link) => unescape(link[2]!) === text) ?? [];
  if (href === undefined) throw new Error(`there is no link "${text}" on ${screen.text}`);
  return open(new URL(unescape(href), screen.url).href);
}

/** Sends the page's only form as a browser does: by the button with this text, with the boxes that are ticked. */
export async function press(screen: Screen, text: string, untick: string[] = []): Promise<Screen> {
  const [, action] = /<form method="post" action="([^"]*)">/.exec(screen.text) ?? [];
  const buttons = [...screen.text.matchAll(/<button name="(\w+)" value="(\w+)"[^>]*>([^<]*)<\/button>/g)];
  const button = buttons.find((one) => one[3] === text);
  if (action === undefined || !button) throw new Error(`there is no button "${text}" on ${screen.text}`);
  const form = new URLSearchParams({ [button[1]!]: button[2]! });
  for (const scope of boxes(screen).filter((one) => !untick.includes(one))) form.append('scope', scope);
  const url = new URL(unescape(action), screen.url).href;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { url, ...(await send('POST', url, { headers, body: form.toString() })) };
}

/** The values of the ticked boxes. */
export function boxes(screen: Screen): string[] {
  return [...screen.text.matchAll(/<input type="checkbox" name="scope" value="([^"]*)" checked \/>/g)].map(
    (box) => box[1]!,
  );
}

/** The query of the address that the page leads away to. */
export function queryOfRedirect({ status, headers, text }: Screen): Record<string, string> {
  if (status !== 302) throw new Error(`expected a redirect, not ${status}: ${text}`);
  return Object.fromEntries(new URL(String(headers['location'])).searchParams);
}

/** Where the tests of the consent page are led back to. Nobody listens there. */
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
    const url = new URL('/o/oauth2/v2/auth', sandbox().youtubeUrl);
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

function unescape(text: string): string {
  return text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
}
