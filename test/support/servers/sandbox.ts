import { request } from 'undici';
import type { Dispatcher } from 'undici';
import { platformModules } from '../../../sandbox/platforms';
import type { PlatformModule } from '../../../sandbox/platform';
import { startSandbox } from '../../../sandbox/sandbox';
import type { SandboxConfig } from '../../../sandbox/config';
import { use } from '../use';

export interface Grant {
  channelId: string;
  accessToken: string;
  refreshToken: string;
}

/** One request that the sandbox has seen, as `GET /_sandbox/calls` tells it. */
export interface Call {
  seq: number;
  platform?: string;
  method: string;
  path: string;
  query?: string;
  contentRange?: string;
  bytes: number;
  status: number | null;
  at: string;
  fault: string | null;
}

/** The answer of `GET /_sandbox/state`. */
export interface SandboxState {
  /** The records of each platform, by its slug. */
  platforms: Record<string, Json>;
  settings: Json;
}

/** An answer whose shape the test itself asserts. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: Json;
}

type Options = Omit<NonNullable<Parameters<typeof request>[1]>, 'method'> & { json?: unknown; token?: string };

export const kib256 = 256 * 1024;
/** The least that a platform takes for a video: the first bytes of an mp4 file, then anything. */
export function film(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 7);
  bytes.write('ftypisom', 4, 'latin1');
  return bytes;
}

export async function send(
  method: Dispatcher.HttpMethod,
  url: string,
  { json, token, ...options }: Options = {},
): Promise<Reply> {
  const answer = await request(url, {
    ...options,
    method,
    ...(json !== undefined && { body: JSON.stringify(json) }),
    headers: { ...(options.headers as Record<string, string>), ...(token && { authorization: `Bearer ${token}` }) },
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A sandbox on free ports whose videos are processed at once, and the calls that tests make on it. */
export async function openSandbox(
  config: Partial<SandboxConfig> = {},
  platforms: Readonly<Record<string, PlatformModule>> = platformModules,
) {
  const sandbox = await startSandbox({ port: 0, mailPort: 0, stripePort: 0, processingMs: 0, ...config }, platforms);
  const { url } = sandbox;
  const control = async (method: Dispatcher.HttpMethod, path: string, json?: unknown) =>
    send(method, `${url}/_sandbox${path}`, { json });
  const client = { client_id: 'sandbox-youtube-client', client_secret: 'sandbox-youtube-secret' };
  return {
    url,
    mailUrl: sandbox.mailUrl,
    stripeUrl: sandbox.stripeUrl,
    stop: () => sandbox.stop(),
    control,
    /** It works as it should again: no faults, no processing time, quotas that are never used up. */
    async calm(): Promise<void> {
      const quota = { uploadsPerDay: 100_000, unitsPerDay: 1_000_000, channelUploadsPerDay: null };
      await control('DELETE', '/faults');
      await control('POST', '/settings', { outcome: 'succeeded', processingMs: 0, quota });
    },
    youtube: (method: Dispatcher.HttpMethod, path: string, options?: Options) => send(method, `${url}${path}`, options),
    async grant(extra: object = {}): Promise<Grant> {
      return (await control('POST', '/channels', { platform: 'youtube', name: 'Test channel', ...extra })).body;
    },
    token: (form: Record<string, string>, path = '/token') =>
      send('POST', `${url}${path}`, {
        body: new URLSearchParams({ ...client, ...form }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    /** The address of a new session. */
    async start(
      token: string,
      { sizeBytes, resource }: { sizeBytes?: number; resource?: object } = {},
    ): Promise<string> {
      const headers: Record<string, string> = { 'x-upload-content-type': 'video/mp4' };
      if (sizeBytes !== undefined) headers['x-upload-content-length'] = String(sizeBytes);
      const answer = await send('POST', `${url}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`, {
        token,
        headers,
        json: resource ?? { snippet: { title: 'A title' }, status: { privacyStatus: 'private' } },
      });
      if (answer.status !== 200) throw new Error(answer.text);
      return String(answer.headers['location']);
    },
    async upload(token: string, resource?: object, body: Buffer = film(2000)): Promise<string> {
      const location = await this.start(token, resource ? { resource } : {});
      return (await send('PUT', location, { body })).body.id;
    },
    /** The record of calls. */
    async calls(): Promise<Json[]> {
      return (await control('GET', '/calls')).body.calls;
    },
    async state(): Promise<SandboxState> {
      return (await control('GET', '/state')).body;
    },
    /** The mails that have come, or only the mails to one recipient, oldest first. */
    async mails(to?: string): Promise<SeenMail[]> {
      const { mails } = (await control('GET', '/mailbox')).body;
      return mails.filter((mail: SeenMail) => to === undefined || mail.to.includes(to));
    },
    /** The records of one platform. */
    async stateOf(slug: string): Promise<Json> {
      return (await this.state()).platforms[slug];
    },
  };
}

/** A mail as the mailbox tells of it. */
export interface SeenMail {
  seq: number;
  from: string;
  to: string[];
  messageId: string;
  subject: string;
  text: string;
  raw: string;
  end: 'quit' | 'cut' | null;
}

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;

/** `PUT` on a session with a Content-Range; without a body: a question. */
export function put(
  location: string,
  contentRange: string,
  body?: Buffer,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return send('PUT', location, { body: body ?? '', headers: { 'content-range': contentRange, ...headers } });
}

/** A sandbox for the tests around the call; before each of them its faults are removed. */
export function useSandbox(...options: Parameters<typeof openSandbox>): OpenSandbox {
  const sandbox = use(async () => openSandbox(...options));
  beforeEach(async () => sandbox.control('DELETE', '/faults'));
  return sandbox;
}

/** A sandbox for the tests around the call, as new before each of them. */
export function useCleanSandbox(...options: Parameters<typeof openSandbox>): OpenSandbox {
  const sandbox = use(async () => openSandbox(...options));
  beforeEach(async () => sandbox.control('POST', '/reset'));
  return sandbox;
}
