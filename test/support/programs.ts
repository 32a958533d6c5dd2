import { execFile, spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

export const root = join(__dirname, '..', '..');

/** Runs an ES module's text, which may import from `./bin/local/`. @returns the text's output, parsed as JSON */
export async function evaluate<T>(code: string, ...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, ...args], {
    cwd: root,
  });
  return JSON.parse(stdout) as T;
}

export interface Program<T> {
  /** The JSON line it has printed. */
  readonly said: T;
  readonly process: ChildProcessByStdio<null, Readable, null>;
  /** Sends the signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

/** Starts an ES module's text, as `evaluate` does, and waits for its single line of JSON. */
export async function startProgram<T>(code: string, ...args: string[]): Promise<Program<T>> {
  const words = ['--input-type=module', '-e', code, ...args];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const [line] = (await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => Promise.reject(new Error(`the program ended with ${String(code)} before it said anything`))),
  ])) as [string];
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { said: JSON.parse(line) as T, process: child, end };
}

/** Tells whether a process exists. A process that has ended and only waits to be collected does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const code = `import { readProcess } from './bin/local/servers/processTable.mjs';
    console.log(JSON.stringify(readProcess(Number(process.argv[1])) !== undefined));`;
  return evaluate<boolean>(code, String(pid));
}
