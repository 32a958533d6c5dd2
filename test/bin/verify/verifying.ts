import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { verify } from '../../../bin/verify/verify';
import type { Times } from '../../../bin/verify/Walk';
import { openBrowser } from '../../support/browser';
import { useCleanSandbox } from '../../support/servers/sandbox';
import type { OpenSandbox } from '../../support/servers/sandbox';

import { useEachTempDir } from '../../support/tempDir';

/** The result of the command. */
export interface Verified {
  code: number;
  /** All lines that it has said. */
  said: string;
  /** The verdict and the words of each step, by its id, as they were said. */
  steps: Record<string, { verdict: string; words: string }>;
}

/** The person in front of the browser. */
export interface Person {
  account?: string;
  button?: string;
  untick?: string[];
  /** Where the consent page is; the sandbox's own address if left out. */
  origin?: string;
  /** Does nothing in the browser. */
  isAway?: boolean;
  /** The browser cannot come back, and the address to which it was led is pasted. */
  pastes?: boolean;
}

export interface How {
  person?: Person;
  times?: Partial<Times>;
  clock?: () => Date;
  environment?: Record<string, string | undefined>;
  interrupted?: AbortSignal;
  /** Hears each line. */
  hear?: (line: string) => void;
}

export interface Verifying {
  sandbox: OpenSandbox;
  folder: { path: string };
  /** Runs the command against the sandbox. */
  run: (words: string[], how?: How) => Promise<Verified>;
}

/** Longer than any wait: every awaited event comes before. */
const patient: Times = { personMs: 120_000, processingMs: 120_000, lagMs: 120_000, pollMs: 10 };

/** The command and its sandbox, for the tests around the call. */
export function useVerifying(config: Parameters<typeof useCleanSandbox>[0] = {}): Verifying {
  const sandbox = useCleanSandbox(config);
  const folder = useEachTempDir();
  const run: Verifying['run'] = async (words, how = {}) => {
    const said: string[] = [];
    const browsing: Promise<void>[] = [];
    const { person = {} } = how;
    let paste: (address: string) => void = () => undefined;
    const pasted = new Promise<string>((resolve) => {
      paste = resolve;
    });
    const redirectUri = person.pastes ? 'http://[::1]:9/verify' : `http://127.0.0.1:${await freePort()}/verify`;
    const tell = (line: string): void => {
      how.hear?.(line);
      const visit = visitOf(sandbox, line, said.at(-1) ?? '', { ...person, paste });
      if (visit) browsing.push(visit());
      said.push(line);
    };
    const state = words.includes('--state') ? [] : ['--state', join(folder.path, 'state.json')];
    const code = await verify([...words, ...state, '--redirect-uri', redirectUri], {
      environment: { ...environmentOf(sandbox), ...how.environment },
      tell,
      lines: person.pastes ? linesOf(pasted) : null,
      interrupted: how.interrupted ?? new AbortController().signal,
      times: { ...patient, ...how.times },
      ...(how.clock && { clock: how.clock }),
    });
    await Promise.all(browsing);
    return { code, said: said.join('\n'), steps: stepsIn(said) };
  };
  return { sandbox, folder, run };
}

function environmentOf({ url, stripeUrl }: OpenSandbox): Record<string, string> {
  return {
    SANDBOX_URL: url,
    YOUTUBE_CLIENT_ID: 'sandbox-youtube-client',
    YOUTUBE_CLIENT_SECRET: 'sandbox-youtube-secret',
    FACEBOOK_APP_ID: '600000000000001',
    FACEBOOK_APP_SECRET: 'sandbox-facebook-secret',
    SECRETS_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    STRIPE_PRICE_CREATOR: 'price_sandbox_creator',
    STRIPE_PRICE_BUSINESS: 'price_sandbox_business',
    STRIPE_API_BASE: stripeUrl,
  };
}

/** The act of a person who reads the line; undefined: none. */
function visitOf({ url, stripeUrl }: OpenSandbox, line: string, before: string, person: Acting) {
  if (person.isAway) return undefined;
  if (line.startsWith(`${person.origin ?? url}/o/oauth2/`))
    return async () => consent(line, { account: 'Olive One', button: 'Allow', ...person });
  if (/\/dialog\/oauth\?/.test(line))
    return async () => consent(line, { account: 'Paula One', button: 'Continue', ...person });
  const [, card] = /card ([\d ]+),/.exec(before) ?? [];
  if (line.startsWith(`${stripeUrl}/c/pay/`) && card) {
    return async () => void (await openBrowser().submit(line, { action: 'pay', card }));
  }
  return undefined;
}

async function* linesOf(line: Promise<string>): AsyncGenerator<string> {
  yield 'no address';
  yield `${await line}\n`;
}

type Acting = Person & { paste: (address: string) => void };

async function consent(address: string, { account = '', button = '', untick = [], ...acting }: Acting): Promise<void> {
  const browser = openBrowser();
  const answer = await browser.press(await browser.follow(await browser.visit(address), account), button, untick);
  if (acting.pastes) acting.paste(answer.location);
  else await browser.visit(answer.location);
}

function stepsIn(said: readonly string[]): Verified['steps'] {
  return Object.fromEntries(
    said.flatMap((line) => {
      const [, verdict, id, words] = /^(ok|BROKEN|--) ((?:youtube|facebook|stripe)\.\S+): (.*)$/.exec(line) ?? [];
      return id === undefined ? [] : [[id, { verdict: verdict!, words: words! }]];
    }),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}
