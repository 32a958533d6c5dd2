import { Agent, request } from 'undici';
import type { Dispatcher } from 'undici';
import type { OutboundAllow } from './allow';
import { createConnector } from './connector';
import { startDeadline } from './deadline';
import type { Deadline } from './deadline';
import { judgeRedirect, judgeUrl } from './judgeUrl';
import { OutboundError, outboundErrorOf } from './OutboundError';
import { createResolver } from './resolve';
import type { Resolve } from './resolve';

export interface SafeFetchOptions {
  readonly allow: OutboundAllow;
  readonly resolve?: Resolve;
  /** Bounds the look-up, and after it the connection with its TLS handshake, of each hop. */
  readonly connectTimeoutMs?: number;
  /** Certificate authorities (PEM) to trust in place of the system's. */
  readonly ca?: string;
}

export interface OutboundRequest {
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Dispatcher.DispatchOptions['body'];
  readonly signal?: AbortSignal;
  /**
   * `refuse` (default): a redirect is the answer. `follow`: of GET and HEAD, at most five, each judged like the first
   * URL, never from https to http, with `Authorization` and `Cookie` left behind when the origin changes.
   */
  readonly redirects?: 'follow' | 'refuse';
  /** The time for everything: look-up, connection, redirects, headers and body. None by default. */
  readonly deadlineMs?: number;
  readonly headersTimeoutMs?: number;
  /** The longest silence within the body. */
  readonly bodyTimeoutMs?: number;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  /** As it came, not decompressed, with backpressure. Read or destroy it; its errors: `outboundErrorOf`. */
  readonly body: Dispatcher.ResponseData['body'];
  /** The address that answered, after redirects. */
  readonly url: string;
}

export interface SafeFetch {
  /** @throws OutboundError when there is no answer; an answer of any status is not an error */
  readonly request: (url: string, options?: OutboundRequest) => Promise<OutboundAnswer>;
  /** Ends all connections at once. */
  readonly close: () => Promise<void>;
}

type Headers = Readonly<Record<string, string>>;
type Send = (url: URL, headers: Headers) => Promise<OutboundAnswer>;

/** Says who asks. Webhooks say so themselves. */
const mediaUserAgent = 'ContentDelivery-Media/1.0';
const redirectsMax = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const originBoundHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'host', 'proxy-authorization']);

/**
 * The wall around every request to an address that a caller names. Calls public addresses and what `allow` lists,
 * nothing else, whatever names, redirects or a change of DNS say; uses no proxy of the environment.
 */
export function createSafeFetch({
  allow,
  resolve = createResolver(),
  connectTimeoutMs = 5_000,
  ...tls
}: SafeFetchOptions): SafeFetch {
  const agent = new Agent({ connect: createConnector({ allow, resolve, connectTimeoutMs, ...tls }) });
  return {
    request: async (url, options = {}) => {
      const deadline = startDeadline(options.deadlineMs, options.signal);
      try {
        const send: Send = (to, headers) => sendOnce(agent, to, { ...options, headers }, deadline);
        const answer = await sendOn(judged(judgeUrl(url, allow)), options, allow, send);
        answer.body.once('close', deadline.clear);
        return answer;
      } catch (error) {
        deadline.clear();
        throw outboundErrorOf(error) ?? error;
      }
    },
    close: () => agent.destroy(),
  };
}

/** Sends, and sends on while the answer is a redirect that is to be followed. */
async function sendOn(first: URL, options: OutboundRequest, allow: OutboundAllow, send: Send): Promise<OutboundAnswer> {
  const { method = 'GET', redirects = 'refuse' } = options;
  const follows = redirects === 'follow' && (method === 'GET' || method === 'HEAD');
  let url = first;
  let headers: Headers = { 'user-agent': mediaUserAgent, ...withLowerCaseNames(options.headers ?? {}) };
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    const answer = await send(url, headers);
    const location = follows ? redirectOf(answer) : undefined;
    if (location === undefined) return answer;
    answer.body.on('error', () => undefined).destroy();
    const next = judged(judgeRedirect(location, url, allow));
    if (next.origin !== url.origin) headers = withoutOriginBound(headers);
    url = next;
  }
  throw new OutboundError('too_many_redirects');
}

/** undici notices an abort only once it is connected, so the deadline is raced with it. */
async function sendOnce(agent: Agent, url: URL, options: OutboundRequest, deadline: Deadline): Promise<OutboundAnswer> {
  deadline.signal.throwIfAborted();
  const answered = request(url, {
    dispatcher: agent,
    method: options.method ?? 'GET',
    headers: { ...options.headers, 'accept-encoding': 'identity' },
    body: options.body ?? null,
    signal: deadline.signal,
    headersTimeout: options.headersTimeoutMs ?? 30_000,
    bodyTimeout: options.bodyTimeoutMs ?? 60_000,
  });
  const { statusCode, headers, body } = await Promise.race([answered, deadline.expired]);
  return { status: statusCode, headers, body, url: url.href };
}

function judged(judgement: URL | OutboundError): URL {
  if (judgement instanceof OutboundError) throw judgement;
  return judgement;
}

function redirectOf({ status, headers }: OutboundAnswer): string | undefined {
  return redirectStatuses.has(status) ? [headers['location']].flat()[0] : undefined;
}

function withLowerCaseNames(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function withoutOriginBound(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !originBoundHeaders.has(name)));
}
