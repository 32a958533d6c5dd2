import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text as readAll } from 'node:stream/consumers';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export type Send = (method: string, url: string, headers?: Record<string, string>, body?: string) => Promise<Reply>;

/** Sends a request with these headers and no other ones: `fetch` would add its own. */
export const send: Send = async (method, url, headers = {}, body) => {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const asked = request(url, { method, headers: { ...headers, ...length } }).end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const found = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return { status: answer.statusCode!, headers: Object.fromEntries(found), text: await readAll(answer) };
};

const simpleMethods = ['GET', 'HEAD', 'POST'];
const simpleHeaders = ['accept', 'accept-language', 'content-language'];
const simpleTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
const shownHeaders = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
];

const listed = (value = ''): string[] => value.split(',').map((name) => name.trim().toLowerCase());

/** Sends as a browser does for the script of a page (Fetch standard, CORS protocol). Fails where the browser shows the script nothing. */
export function sendFrom(origin: string): Send {
  return async (method, url, headers = {}, body) => {
    const asked = Object.entries(headers).flatMap(([name, value]) =>
      simpleHeaders.includes(name) || (name === 'content-type' && simpleTypes.includes(value)) ? [] : [name],
    );
    if (!simpleMethods.includes(method) || asked.length > 0) await ask({ origin, method, url, asked });
    const { status, headers: got, text } = await send(method, url, { ...headers, origin }, body);
    requireOpen(origin, url, got);
    const shown = [...shownHeaders, ...listed(got['access-control-expose-headers'])];
    return { status, text, headers: Object.fromEntries(Object.entries(got).filter(([name]) => shown.includes(name))) };
  };
}

interface Preflight {
  origin: string;
  method: string;
  url: string;
  /** The names of the headers that need a permission. */
  asked: string[];
}

async function ask({ origin, method, url, asked }: Preflight): Promise<void> {
  const { status, headers } = await send('OPTIONS', url, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': asked.toSorted().join(','),
  });
  requireOpen(origin, url, headers);
  const allowed = listed(headers['access-control-allow-headers']);
  const missing = asked.filter((name) => !allowed.includes(name));
  const takesMethod =
    simpleMethods.includes(method) || listed(headers['access-control-allow-methods']).includes(method.toLowerCase());
  if (status < 200 || status > 299 || missing.length > 0 || !takesMethod)
    throw new Error(`the preflight of ${method} ${url} answers ${status} and does not allow ${missing.join(', ')}`);
}

function requireOpen(origin: string, url: string, headers: Record<string, string>): void {
  const open = headers['access-control-allow-origin'];
  if (open !== '*' && open !== origin) throw new Error(`${url} shows pages of ${origin} nothing`);
}
