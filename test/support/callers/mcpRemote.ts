import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Json } from '../actors';
import { until } from '../until';
import { installedPackages } from './installedTool';

/** Programs by which `mcp-remote` would open a window on this machine. */
const openers = ['open', 'xdg-open', 'gio', 'x-www-browser', 'sensible-browser'];

/** A home with nothing in it, and openers that open nothing. */
function emptyHome(): { home: string; bin: string } {
  const home = mkdtempSync(join(tmpdir(), 'mcp-remote-'));
  const bin = join(home, 'bin');
  mkdirSync(bin);
  for (const name of openers) writeFileSync(join(bin, name), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  return { home, bin };
}

export interface McpRemote {
  /** Sends a request through it. @returns the answer */
  request: (method: string, params: Json) => Promise<Json>;
  notify: (method: string) => void;
  stop: () => Promise<void>;
}

/**
 * Starts `mcp-remote` as its users do, with the address alone.
 * @param visit goes to the address that it prints for a person. @returns the address to which the browser was sent back
 */
export async function startMcpRemote(address: string, visit: (url: string) => Promise<string>): Promise<McpRemote> {
  const program = join(await installedPackages('mcp-remote'), 'node_modules', 'mcp-remote', 'dist', 'proxy.js');
  const { home, bin } = emptyHome();
  const env = { HOME: home, PATH: [bin, process.env['PATH']].join(delimiter), BROWSER: join(bin, 'open') };
  const child = spawn(process.execPath, [program, address], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const waiting = new Map<number, { resolve: (answer: Json) => void; reject: (error: Error) => void }>();
  let [said, count] = ['', 0];
  const fail = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(new Error(`mcp-remote has failed: ${String(error)}\n${said}`));
  };
  createInterface(child.stdout).on('line', (line) => {
    const message: Json = JSON.parse(line);
    waiting.get(message.id)?.resolve(message);
  });
  createInterface(child.stderr).on('line', (line) => {
    said += `${line}\n`;
    if (!/^https?:\S+\/oauth\/mcp\/authorize\?/.test(line)) return;
    visit(line.trim())
      // It listens only after it has printed the address.
      .then(async (back) => until(async () => goBack(back), { isForgiving: true, wanted: 'mcp-remote listens' }))
      .catch(fail);
  });
  void ended.then(() => fail('it has ended'));
  const send = (message: Json) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    request: async (method, params) => {
      const id = (count += 1);
      const answer = new Promise<Json>((resolve, reject) => waiting.set(id, { resolve, reject }));
      send({ id, method, params });
      return answer;
    },
    notify: (method) => send({ method }),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Follows the redirect to any port: `fetch` refuses some ports that the program may choose, such as 6665. */
async function goBack(address: string): Promise<void> {
  const [answer] = (await once(get(address), 'response')) as [IncomingMessage];
  answer.resume();
}
