import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs';
import { cached } from './cache';

const run = promisify(execFile);
const go = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';

/** A Go module of other people that a module of `tools/` pins. */
interface Pinned {
  /** The folder of `tools/`. */
  tool: string;
  modulePath: string;
}

export const temporalServer: Pinned = { tool: 'temporal', modulePath: 'go.temporal.io/server' };
export const temporalUi: Pinned = { tool: 'temporalui', modulePath: 'github.com/temporalio/ui-server/v2' };

/** The version that is pinned, without its `v`. */
export function versionOf({ tool, modulePath }: Pinned): string {
  const text = readFileSync(join(root, 'tools', tool, 'go.mod'), 'utf8');
  const [, version] = new RegExp(`${modulePath} v(\\S+)`).exec(text) ?? [];
  if (version === undefined) throw new Error(`tools/${tool}/go.mod does not require ${modulePath}`);
  return version;
}

/**
 * A program of the pinned module, built once on each machine.
 * @param name of the program
 * @param place the folder of its source within the module
 * @returns its path
 */
export async function goProgram(pinned: Pinned, name: string, place: string): Promise<string> {
  return cached(`${name}-${versionOf(pinned)}`, async (draft) => {
    const words = ['build', '-buildvcs=false', '-ldflags', '-s -w', '-o', draft, `${pinned.modulePath}/${place}`];
    await run(go, words, { cwd: join(root, 'tools', pinned.tool) });
  });
}

/** The folder of the pinned module's source. */
export async function sourceOf({ tool, modulePath }: Pinned): Promise<string> {
  const words = ['list', '-m', '-f', '{{.Dir}}', modulePath];
  const cwd = join(root, 'tools', tool);
  await run(go, ['mod', 'download', modulePath], { cwd });
  return (await run(go, words, { cwd })).stdout.trim();
}
