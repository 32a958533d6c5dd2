import { createHmac } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { SandboxConfig } from '../../../sandbox/config';
import { openBrowser } from '../browser';
import type { Page } from '../browser';
import { openSandbox, send } from '../servers/sandbox';
import type { Grant, Json, OpenSandbox, Reply } from '../servers/sandbox';
import { use } from '../use';

export const appId = '600000000000001';
export const appSecret = 'sandbox-facebook-secret';
/** The app's own token. */
export const appToken = `${appId}|${appSecret}`;
export const redirectUri = 'http://127.0.0.1:9/callback?kept=1';
export const version = '/v27.0';

/** A page, the sandbox's record of it, and calls on the Graph host as that page. */
export interface PageGrant extends Grant {
  get: (path: string, params?: Params) => Promise<Reply>;
  post: (path: string, params?: Params) => Promise<Reply>;
  remove: (path: string) => Promise<Reply>;
}

/** Parameters of a call; bytes go as a file. */
export type Params = Record<string, string | Buffer>;

/** The sandbox with the calls that tests of its Facebook make. */
export interface FacebookSandbox extends OpenSandbox {
  /** A call of the Graph host with a token and its proof. */
  graph: (method: Dispatcher.HttpMethod, path: string, token: string | null, params?: Params) => Promise<Reply>;
  /** A page that a control has made. */
  page: (extra?: object) => Promise<PageGrant>;
  /** Any part of the settings of Facebook. */
  change: (facebook: object, shared?: object) => Promise<void>;
  facebookState: () => Promise<Json>;
  /** The address of the dialog; `changes` replace its parameters. */
  dialog: (changes?: Record<string, string>) => string;
  /** The redirect after a person has pressed the button. */
  answerOf: (
    person: string,
    button: 'Continue' | 'Cancel',
    untick?: string[],
    changes?: Record<string, string>,
  ) => Promise<URLSearchParams>;
  /** A short-lived token of a person who has allowed every scope but the unticked ones. */
  userToken: (person: string, untick?: string[]) => Promise<string>;
}

export const allScopes = 'public_profile,pages_show_list,pages_manage_posts,pages_read_engagement,read_insights';
const browser = openBrowser();

export const proofOf = (token: string): string => createHmac('sha256', appSecret).update(token).digest('hex');

/** A request as Facebook signs it. */
export function signRequest(userId: string, issuedAt = new Date()): string {
  const payload = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(issuedAt.getTime() / 1000), user_id: userId };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', appSecret).update(encoded).digest('base64url')}.${encoded}`;
}

/** A sandbox on free ports, with the calls that tests of its Facebook make. */
export async function openFacebookSandbox(config: Partial<SandboxConfig> = {}): Promise<FacebookSandbox> {
  const sandbox = await openSandbox(config);
  const graph: FacebookSandbox['graph'] = async (method, path, token, params = {}) => {
    const credentials = token === null ? {} : { access_token: token, appsecret_proof: proofOf(token) };
    const all = Object.entries({ ...credentials, ...params });
    const url = `${sandbox.url}${version}${path}`;
    if (all.some(([, value]) => typeof value !== 'string')) return sendForm(url, all);
    const encoded = new URLSearchParams(all).toString();
    if (method !== 'POST') return send(method, `${url}${path.includes('?') ? '&' : '?'}${encoded}`);
    return send(method, url, { body: encoded, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  };
  const dialog: FacebookSandbox['dialog'] = (changes = {}) => {
    const query = { client_id: appId, redirect_uri: redirectUri, state: 'a state & more', response_type: 'code' };
    const params = new URLSearchParams({ ...query, scope: allScopes, ...changes });
    return `${sandbox.url}${version}/dialog/oauth?${params.toString()}`;
  };
  const answerOf: FacebookSandbox['answerOf'] = async (person, button, untick = [], changes = {}) => {
    const question = await browser.follow(await browser.visit(dialog(changes)), person);
    return queryOf(await browser.press(question, button, untick));
  };
  return {
    ...sandbox,
    graph,
    page: async (extra = {}) => {
      const request = { platform: 'facebook', name: 'Test page', ...extra };
      const grant: Grant = (await sandbox.control('POST', '/channels', request)).body;
      return {
        ...grant,
        get: async (path, params) => graph('GET', path, grant.accessToken, params),
        post: async (path, params) => graph('POST', path, grant.accessToken, params),
        remove: async (path) => graph('DELETE', path, grant.accessToken),
      };
    },
    change: async (facebook, shared = {}) => {
      const answer = await sandbox.control('POST', '/settings', { facebook, ...shared });
      if (answer.status !== 200) throw new Error(answer.text);
    },
    facebookState: async () => sandbox.stateOf('facebook'),
    dialog,
    answerOf,
    userToken: async (person, untick = []) => {
      const code = (await answerOf(person, 'Continue', untick)).get('code') ?? '';
      const app = { client_id: appId, client_secret: appSecret, redirect_uri: redirectUri };
      return (await graph('GET', '/oauth/access_token', null, { ...app, code })).body.access_token;
    },
  };
}

async function sendForm(url: string, all: [string, string | Buffer][]): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of all) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([Uint8Array.from(value)]), name);
  }
  const answer = await fetch(url, { method: 'POST', body: form });
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text, body: JSON.parse(text) };
}

/** The query of the address that the page leads away to. */
function queryOf({ status, location, body }: Page): URLSearchParams {
  if (status !== 302) throw new Error(`expected a redirect, not ${status}: ${body}`);
  return new URL(location).searchParams;
}

/** A sandbox for the tests around the call, as new before each of them. */
export function useFacebookSandbox(config: Partial<SandboxConfig> = {}): FacebookSandbox {
  const sandbox = use(async () => openFacebookSandbox(config));
  beforeEach(async () => sandbox.control('POST', '/reset'));
  return sandbox;
}
