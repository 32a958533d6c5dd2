import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Json } from '../actors';
import { installedTool, toolFolder } from './installedTool';

const installLine = `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get install -y python3 python3-pip`;

/** The version of Python on this machine, which must have pip. @throws Error with the line that installs both */
async function pythonVersion(): Promise<string> {
  const code = 'import pip, sys; assert sys.version_info >= (3, 10); print("%d.%d" % sys.version_info[:2])';
  try {
    return (await promisify(execFile)('python3', ['-c', code])).stdout.trim();
  } catch (error) {
    throw new Error(`The tests of the Python client need Python 3.10 or later with pip: ${installLine}`, {
      cause: error,
    });
  }
}

/** The folder with the official Python client of this version, as its lock file says, and the programs that it needs. */
async function installedClient(line: 'v1' | 'v2'): Promise<string> {
  const lock = join(toolFolder('python-client'), `${line}.txt`);
  // Parts of it are compiled for one version of Python.
  const name = `python-client-${line}-${await pythonVersion()}`;
  return installedTool({ name, lock }, async (folder) => {
    const how = [
      '--require-hashes',
      '--only-binary',
      ':all:',
      '--no-compile',
      '--disable-pip-version-check',
      '--quiet',
    ];
    await promisify(execFile)('python3', ['-m', 'pip', 'install', ...how, '--target', folder, '-r', lock]);
  });
}

/** What the application asks for while it runs. */
interface Asked {
  /** A person opens an address. @returns the address to which the browser was sent back */
  open: (url: string) => Promise<string>;
  wait: () => Promise<void>;
}

/**
 * Runs the application of tools/python-client with the official client of this version.
 * @returns what it has seen
 */
export async function runPythonClient(line: 'v1' | 'v2', words: readonly string[], asked: Asked): Promise<Json> {
  const env = { PATH: process.env['PATH'], PYTHONPATH: await installedClient(line), PYTHONDONTWRITEBYTECODE: '1' };
  const program = join(toolFolder('python-client'), 'client.py');
  const child = spawn('python3', ['-s', program, ...words], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr.on('data', (text) => (complaints += String(text)));
  try {
    for await (const text of createInterface(child.stdout)) {
      const { open, saw }: Json = JSON.parse(text);
      if (saw) return saw;
      const answer = open === undefined ? await asked.wait() : await asked.open(open);
      child.stdin.write(`${answer ?? ''}\n`);
    }
    throw new Error(`the application has seen nothing: ${complaints}`);
  } finally {
    child.kill();
    await ended;
  }
}
