import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { demoOwner } from '../demoData/workspace';
import type { Shown, Viewer } from './screens';

const Run = z.object({
  apiUrl: z.string(),
  sandbox: z.object({ url: z.string(), receiverUrl: z.string() }),
  demo: z.object({
    email: z.string(),
    password: z.string(),
    connections: z.object({ youtube: z.string() }),
  }),
});
const LoggedIn = z.object({ token: z.string() });
const One = z.object({ id: z.string() });
const Listed = z.object({ items: z.array(One) });
const Inspected = z.object({ status: z.string(), progress: z.unknown() });

/** A user of the console, and the token of their session. */
export interface Person {
  readonly email: string;
  readonly token: string;
}

/** What the pictures are taken of. */
export interface Scene {
  readonly apiUrl: string;
  readonly people: Readonly<Record<Exclude<Viewer, 'nobody'>, Person>>;
  readonly shown: Shown;
  /** Lets the upload go that stands still for its picture. */
  readonly strike: () => Promise<void>;
}

const uploadPath = '/upload/youtube/v3/videos';
const pollMs = 200;

/**
 * Sets the scene in the service that `npm start` has started, with the history that `npm run demo` has written.
 * @throws Error when one of them is missing
 */
export async function setScene(runFile: string): Promise<Scene> {
  if (!existsSync(runFile)) throw new Error('Nothing runs here: begin with `npm start`, and leave it running.');
  const { apiUrl, sandbox, demo } = Run.parse(JSON.parse(readFileSync(runFile, 'utf8')));
  const history = await logIn(apiUrl, demoOwner, 'There is no history to show: run `npm run demo`.');
  const owner = await logIn(apiUrl, demo, 'The owner of the demo cannot log in.');
  const at = (path: string) => `${apiUrl}/api/v1/console${path}`;
  const firstOf = async (path: string, token: string): Promise<string> => {
    const [first] = (await request(Listed, at(path), { token })).items;
    if (!first) throw new Error(`${path} has nothing to show`);
    return first.id;
  };
  // The platform takes no byte of this upload.
  const faults = `${sandbox.url}/_sandbox/faults`;
  await request(One, faults, { body: { on: { method: 'PUT', path: uploadPath, times: 100 }, do: { hang: true } } });
  const body = {
    connectionId: demo.connections.youtube,
    type: 'video',
    mediaUrl: `${sandbox.url}/_sandbox/media/sample.mp4`,
    payload: { title: 'Low tide at noon' },
  };
  const { id: runningId } = await request(One, at('/assignments'), { token: owner.token, body });
  while ((await request(Inspected, at(`/assignments/${runningId}`), { token: owner.token })).status === 'pending')
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  const shown: Shown = {
    failedId: await firstOf('/assignments?status=failed', history.token),
    transactionId: await firstOf('/transactions', history.token),
    publishedId: await firstOf('/assignments?status=published', owner.token),
    deliveryId: await firstOf('/webhooks/deliveries?status=delivered', owner.token),
    connectionId: demo.connections.youtube,
    runningId,
  };
  const strike = async (): Promise<void> => {
    await request(z.unknown(), faults, { method: 'DELETE' });
    await request(z.unknown(), at(`/assignments/${runningId}`), { token: owner.token, method: 'DELETE' });
  };
  return { apiUrl, people: { history, owner }, shown, strike };
}

interface Password {
  readonly email: string;
  readonly password: string;
}

async function logIn(apiUrl: string, { email, password }: Password, complaint: string): Promise<Person> {
  const url = `${apiUrl}/api/v1/auth/login`;
  const { token } = await request(LoggedIn, url, { body: { email, password } }).catch(() => {
    throw new Error(complaint);
  });
  return { email, token };
}

interface Asked {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object;
}

/** @throws Error for every refusal */
async function request<Answer>(
  schema: z.ZodType<Answer>,
  url: string,
  { method, token, body }: Asked,
): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text}`);
  return schema.parse(text === '' ? null : JSON.parse(text));
}
