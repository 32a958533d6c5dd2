import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { parseUrl } from '../../domain/parseUrl';
import type { FeatureName } from '../../domain/consent/feature';
import type { ConsentFlow, PlatformFacts } from '../../platforms/Platform';
import { Interruption } from './Walk';
import type { Walk } from './Walk';

/** The owner's answer on the consent page. */
export type ConsentAnswer =
  | { kind: 'allowed'; code: string; codeVerifier: string }
  /** @param reason the word of the platform */
  | { kind: 'refused'; reason: string }
  | { kind: 'late' };

/** The features of a platform that the walk asks for. */
export function featuresOf({ permissions }: Pick<PlatformFacts, 'permissions'>): FeatureName[] {
  return permissions.features.map(({ name }) => name);
}

type Asking = Pick<Walk, 'tell' | 'times' | 'interrupted' | 'redirectUri' | 'lines' | 'answers'>;

/**
 * Prints the address of the consent page, and waits for the browser to come back: on a port of this machine, or, for an
 * address elsewhere, as a line that the operator pastes.
 * @throws Interruption, ConsentFault
 */
export async function askConsent(
  walk: Asking,
  flow: Pick<ConsentFlow, 'consentUrl'>,
  features: readonly FeatureName[],
): Promise<ConsentAnswer> {
  const { tell, times, redirectUri, interrupted } = walk;
  const [state, codeVerifier] = [randomBytes(24).toString('base64url'), randomBytes(48).toString('base64url')];
  walk.answers.hide(codeVerifier);
  const returned = new RedirectListener(redirectUri, state);
  const server = isOfThisMachine(redirectUri) ? await listen(redirectUri, returned) : null;
  tell('Open this address in a browser, as the owner of the test account:');
  tell(flow.consentUrl({ state, redirectUri, codeVerifier, features }).href);
  const orPaste = walk.lines ? ' If the browser cannot come back, paste the address that it was led to.' : '';
  tell(server ? `Waiting at ${redirectUri} …${orPaste}` : 'Then paste the address to which the browser was led:');
  const timer = setTimeout(() => returned.end('late'), times.personMs);
  const stop = (): void => returned.end('interrupted');
  interrupted.addEventListener('abort', stop, { once: true });
  if (walk.lines) void readLines(walk.lines, returned);
  try {
    const parameters = await returned.answer;
    if (parameters === 'interrupted' || interrupted.aborted) throw new Interruption();
    if (parameters === 'late') return { kind: 'late' };
    const code = parameters.get('code');
    if (code === null) return { kind: 'refused', reason: parameters.get('error') ?? 'no code' };
    walk.answers.hide(code);
    return { kind: 'allowed', code, codeVerifier };
  } finally {
    clearTimeout(timer);
    interrupted.removeEventListener('abort', stop);
    server?.close();
    server?.closeAllConnections();
  }
}

/** The way back from the consent page is not possible. */
export class ConsentFault extends Error {
  override readonly name = 'ConsentFault';
}

type Answered = URLSearchParams | 'late' | 'interrupted';

/** The redirect that belongs to this consent; any other is passed over. */
class RedirectListener {
  readonly answer: Promise<Answered>;
  readonly #redirect: URL;
  readonly #state: string;
  #settle: (answered: Answered) => void = () => undefined;

  constructor(redirectUri: string, state: string) {
    this.#redirect = new URL(redirectUri);
    this.#state = state;
    this.answer = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** @returns whether the address is the awaited address */
  offer(address: string): boolean {
    const url = parseUrl(address, this.#redirect.href);
    if (url?.pathname !== this.#redirect.pathname || url.searchParams.get('state') !== this.#state) return false;
    this.#settle(url.searchParams);
    return true;
  }

  end(how: 'late' | 'interrupted'): void {
    this.#settle(how);
  }
}

async function readLines(lines: AsyncIterable<string>, returned: RedirectListener): Promise<void> {
  for await (const line of lines) if (returned.offer(line.trim())) return;
}

function isOfThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
}

async function listen(redirectUri: string, returned: RedirectListener): Promise<Server> {
  const server = createServer((req, res) => {
    const isOurs = returned.offer(req.url ?? '/');
    res.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    res.end(isOurs ? 'You can close this page and go back to the terminal.\n' : 'Nothing is here.\n');
  });
  const port = Number(new URL(redirectUri).port || 80);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  }).catch(() => {
    throw new ConsentFault(`Port ${port} of this machine is taken: name another address with --redirect-uri.`);
  });
  return server;
}
