import { nextTask } from '../tasks/nextTask';
import { chosenOrganization, currentSession, expire } from '../session/session';
import { texts } from '../texts/faults';
import { ApiFault, faultOf } from './ApiFault';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Options {
  body?: object;
  query?: Query;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** The address of an API path on this page's own host, even if programs use another host (`BASE_URL`). */
export function addressOf(path: string): string {
  return `/api/v1${path}`;
}

/** The body of an answer, and its headers. */
export interface Answered<Body> {
  body: Body;
  headers: Headers;
}

/** A file that the API makes. */
export async function download(path: string, query: Query = {}): Promise<Blob> {
  return (await send('GET', path, { query })).blob();
}

/** Longer than the API takes for anything. */
const answerMsMax = 60_000;

/**
 * Sends a request with the session's token and organization. The body of the answer has no time limit.
 * @throws ApiFault for every refusal, and when nothing answers in time
 */
export async function send(method: string, path: string, options: Options): Promise<Response> {
  const { body, query = {}, signal, headers = {} } = options;
  const asked = currentSession();
  const init: RequestInit = {
    method,
    headers: { ...credentials(), ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  };
  const address = addressOf(path) + queryText(query);
  const response = await inTime(signal, async (limited) => {
    // A screen asks for ten answers at once: each request begins in a task of its own, so that a phone answers in between.
    await nextTask();
    return fetch(address, { ...init, signal: limited });
  });
  if (response.ok) return response;
  // The refusal is of the token that was sent; another token may have taken its place meanwhile.
  if (response.status === 401 && asked.status === 'open') expire(asked.token);
  throw faultOf(response, await response.json().catch(() => null));
}

/** The headers that say who asks, and for which organization. */
export function credentials(): Record<string, string> {
  const session = currentSession();
  const organizationId = chosenOrganization();
  return {
    ...(session.status === 'open' && { authorization: `Bearer ${session.token}` }),
    ...(organizationId !== null && { 'x-organization-id': organizationId }),
  };
}

/**
 * Sends a request, and reads the JSON of its answer in time; null: the answer has no body.
 * @throws ApiFault for every refusal, and when nothing answers in time
 */
export async function request<Body>(method: string, path: string, options: Options): Promise<Answered<Body>> {
  return inTime(options.signal, async (signal) => {
    const response = await send(method, path, { ...options, signal });
    const text = await response.text();
    return { body: JSON.parse(text === '' ? 'null' : text), headers: response.headers };
  });
}

/**
 * Asks the service, and gives up when it takes too long: a connection can be dead without a sign of it.
 * @throws ApiFault `OFFLINE` when there is no answer, `LATE` when there is none in time
 */
async function inTime<T>(given: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMsMax);
  try {
    return await ask(given ? AbortSignal.any([given, late.signal]) : late.signal);
  } catch (error) {
    if (error instanceof ApiFault || given?.aborted) throw error;
    throw new ApiFault(0, late.signal.aborted ? 'LATE' : 'OFFLINE', texts.known.OFFLINE.title, {}, null);
  } finally {
    clearTimeout(timer);
  }
}

function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
