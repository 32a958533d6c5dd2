/**
 * A caller of the service that has its network: it reads orders as lines of JSON, `{id, order, given}`, and answers each by a line,
 * `{id, done}` or `{id, failed}`.
 */
import { createSocket } from 'node:dgram';
import { createInterface } from 'node:readline';
import { workspaceClient } from '../support/actors';
import type { Answer } from '../support/actors';
import { openBrowser } from '../support/browser';
import { startLoad } from './load';
import type { LoadOrder, LoadReport, RunningLoad } from './load';

/** A request of a workspace, or of a stranger. */
export interface AskOrder {
  url: string;
  apiKey?: string;
  method: string;
  path: string;
  body?: unknown;
}

/** A channel of the sandbox that is to be connected, and the button of the page on which its owner consents. */
export interface ConnectOrder {
  url: string;
  apiKey: string;
  platform: string;
  account: string;
  button: string;
}

/** The orders: what is given, and what comes back. */
export interface Orders {
  ask: (given: AskOrder) => Promise<Pick<Answer, 'status' | 'body'>>;
  connect: (given: ConnectOrder) => Promise<string>;
  startLoad: (given: LoadOrder) => Promise<void>;
  endLoad: (given: null) => Promise<LoadReport>;
  answerNames: (given: { host: string }) => Promise<void>;
}

let load: RunningLoad | undefined;

const orders: Orders = {
  ask: async ({ url, apiKey = '', method, path, body }) => {
    const answer = await workspaceClient({ url }, { apiKey })(method, path, body === undefined ? {} : { body });
    return { status: answer.status, body: answer.body };
  },
  connect,
  startLoad: async (given) => void (load = startLoad(given)),
  endLoad: async () => load!.end(),
  answerNames,
};

/** Connects a channel as its owner does: with a ticket, in a browser, on the platform's page. @returns the connection's id */
async function connect({ url, apiKey, platform, account, button }: ConnectOrder): Promise<string> {
  const body = { platform, redirectUrl: `${url}/` };
  const ticket = await workspaceClient({ url }, { apiKey })('POST', '/api/v1/oauth/tickets', { body });
  if (ticket.status !== 201) throw new Error(JSON.stringify(ticket.body));
  const browser = openBrowser({ baseUrl: url, url });
  const { location } = await browser.visit(ticket.body.authUrl);
  const question = await browser.follow(await browser.visit(location), account);
  const answer = await browser.press(question, button);
  const callback = await browser.visit(answer.location);
  const connectionId = new URL(callback.location).searchParams.get('connectionId');
  if (connectionId === null) throw new Error(`not connected: ${callback.location}`);
  return connectionId;
}

/**
 * Answers all questions of the domain name system: there is no such name (RFC 1035 §4.1.1). Where nobody answers, a name of the
 * containers themselves, which gRPC asks about in two ways, is waited for in vain.
 */
async function answerNames({ host }: { host: string }): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8183, 2);
    socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(53, host, resolve));
}

async function obey(line: string): Promise<void> {
  const { id, order, given } = JSON.parse(line) as { id: number; order: keyof Orders; given: never };
  const said = await orders[order](given).then(
    (done) => ({ id, done }),
    (error: Error) => ({ id, failed: error.stack }),
  );
  process.stdout.write(`${JSON.stringify(said)}\n`);
}

const lines = createInterface(process.stdin);
lines.on('line', (line) => void obey(line));
lines.on('close', () => process.exit(0));
