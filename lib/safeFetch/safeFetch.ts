import { asking } from '../failpoint';
import { inSpan } from '../tracing/tracing';
import type { OutboundAllow } from './allow';
import { valuesOf } from './answerHead';
import { createConnector } from './connector';
import type { Connect } from './connector';
import { startDeadline } from './deadline';
import type { Deadline } from './deadline';
import { exchange } from './exchange';
import type { OutboundAnswer } from './exchange';
import { judgeRedirect, judgeUrl } from './judgeUrl';
import { OutboundError, outboundErrorOf } from './OutboundError';
import { createResolver } from './resolve';
import type { Resolve } from './resolve';
import { requireHostsAllowed } from './walledOff';

export type { OutboundAnswer } from './exchange';

export interface SafeFetchOptions {
  readonly allow: OutboundAllow;
  readonly resolve?: Resolve;
  /** Bounds the look-up, and after it the connection with its TLS handshake, of each hop. */
  readonly connectTimeoutMs?: number;
  /** Certificate authorities (PEM) to trust in place of the system's. */
  readonly ca?: string;
}

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /**
   * `refuse` (default): a redirect is the answer. `follow`: of GET, at most five, each judged like the first
   * URL, never from https to http, with `Authorization` and `Cookie` left behind when the origin changes.
   */
  readonly redirects?: 'follow' | 'refuse';
  /** The time for everything: look-up, connection, redirects, headers and body. None by default. */
  readonly deadlineMs?: number;
  readonly headersTimeoutMs?: number;
  /** The longest silence within the body; 0: any. */
  readonly bodyTimeoutMs?: number;
  /** Hears the status of an answer as soon as its line has come; the request fails if no HTTP follows. */
  readonly onStatus?: (status: number) => void;
}

export interface SafeFetch {
  /** @throws OutboundError when there is no answer; an answer of any status is not an error */
  readonly request: (url: string, options?: OutboundRequest) => Promise<OutboundAnswer>;
  /** Ends all requests at once. */
  readonly close: () => Promise<void>;
}

/** Media are read, and webhooks are posted. */
const boundaries = { GET: 'outside.media.read', POST: 'outside.webhook.post' } as const;

type Headers = Readonly<Record<string, string>>;
type Send = (url: URL, headers: Headers) => Promise<OutboundAnswer>;

/** Says who asks. Webhooks say so themselves. */
const mediaUserAgent = 'ContentDelivery-Media/1.0';
const redirectsMax = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const originBoundHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'host', 'proxy-authorization']);

/**
 * The wall around every request to an address that a caller names. Calls public addresses and the targets that `allow`
 * lists, no others, whatever names, redirects or a change of DNS say; uses no proxy of the environment. Work that
 * publishes gets no answer at all (`withoutHosts`).
 */
export function createSafeFetch({
  allow,
  resolve = createResolver(),
  connectTimeoutMs = 5_000,
  ...tls
}: SafeFetchOptions): SafeFetch {
  const connect = createConnector({ allow, resolve, connectTimeoutMs, ...tls });
  const underWay = new Set<Deadline>();
  return {
    request: async (url, options = {}) => {
      requireHostsAllowed();
      const deadline = startDeadline(options.deadlineMs, options.signal);
      const end = (): void => {
        deadline.clear();
        underWay.delete(deadline);
      };
      underWay.add(deadline);
      try {
        const send: Send = (to, headers) => sendOnce(connect, to, { ...options, headers }, deadline);
        const first = judged(judgeUrl(url, allow));
        const answer = await traced(options.method ?? 'GET', async () => sendOn(first, options, allow, send));
        answer.body.once('close', end);
        return answer;
      } catch (error) {
        end();
        throw outboundErrorOf(error) ?? error;
      }
    },
    close: async () => underWay.forEach(({ abort }) => abort(new OutboundError('aborted'))),
  };
}

/** Asks, and marks both sides of the question. The answer's head is the end of the work. */
async function traced(method: keyof typeof boundaries, ask: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
  const name = boundaries[method];
  return inSpan({ name, kind: 'client', attributes: { 'http.request.method': method } }, async (set) => {
    const answer = await asking(name, ask);
    set({ 'http.response.status_code': answer.status });
    return answer;
  });
}

/** Sends, and sends on while the answer is a redirect that is to be followed. */
async function sendOn(first: URL, options: OutboundRequest, allow: OutboundAllow, send: Send): Promise<OutboundAnswer> {
  const { method = 'GET', redirects = 'refuse' } = options;
  const follows = redirects === 'follow' && method === 'GET';
  let url = first;
  let headers: Headers = { 'user-agent': mediaUserAgent, ...withLowerCaseNames(options.headers ?? {}) };
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    const answer = await send(url, headers);
    const location = follows ? redirectOf(answer) : undefined;
    if (location === undefined) return answer;
    answer.body.destroy();
    const next = judged(judgeRedirect(location, url, allow));
    if (next.origin !== url.origin) headers = withoutOriginBound(headers);
    url = next;
  }
  throw new OutboundError('too_many_redirects');
}

/** A connection that comes too late is closed. */
async function sendOnce(
  connect: Connect,
  url: URL,
  { method = 'GET', headers = {}, body, onStatus, ...limits }: OutboundRequest,
  { signal, expired }: Deadline,
): Promise<OutboundAnswer> {
  signal.throwIfAborted();
  const connecting = connect(url);
  const socket = await Promise.race([connecting, expired]).catch((error: unknown) => {
    connecting.then((late) => late.destroy()).catch(() => undefined);
    throw error;
  });
  const { headersTimeoutMs = 30_000, bodyTimeoutMs = 60_000 } = limits;
  const fields = { ...headers, 'accept-encoding': 'identity' };
  return exchange(socket, { method, url, headers: fields, body, signal, headersTimeoutMs, bodyTimeoutMs, onStatus });
}

function judged(judgement: URL | OutboundError): URL {
  if (judgement instanceof OutboundError) throw judgement;
  return judgement;
}

/** The first non-empty location. Bytes that no address may have are written as browsers write them: most are UTF-8. */
function redirectOf({ status, headers }: OutboundAnswer): string | undefined {
  if (!redirectStatuses.has(status)) return undefined;
  const location = valuesOf(headers, 'location').find((value) => value !== '');
  return location?.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function withLowerCaseNames(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function withoutOriginBound(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !originBoundHeaders.has(name)));
}
