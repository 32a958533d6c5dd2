import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { messageOf } from './messageOf.mjs';
import { lastLines } from './processes.mjs';

const cliPackage = 'github.com/temporalio/cli';
/** A download that brings no byte for this long counts as unreachable. */
const stallMs = 20_000;

/**
 * The path of a Temporal command line program that has all the flags we use, whichever comes first: `temporal` on the PATH, the
 * cache, the download of Temporal's SDK, a build of the pinned source with Go. The last two end up in the cache, which all
 * checkouts of this user share. Where the dependencies are still to be installed there is no SDK yet, so the build comes first.
 * @param {object} options
 * @param {import('./processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout
 * @param {(note: string) => void} options.onSlow called with a note on each slow step
 * @param {Promise<unknown>} [options.installed] resolves when dependencies that are being installed are in place
 * @returns {Promise<string>}
 * @throws {Error} naming the four ways when none works
 */
export async function findTemporalExecutable({ processes, root, onSlow, installed }) {
  const version = pinnedVersion(root);
  const cached = join(cacheDir(), `temporal-${version}`, 'temporal');
  const present = [onPath('temporal'), cached].find((file) => file !== undefined && hasFlags(file));
  if (present !== undefined) return present;

  const waiting = () => onSlow('another program is getting it, waiting for that one');
  return withLock(`${dirname(cached)}.lock`, waiting, async () => {
    if (hasFlags(cached)) return cached;
    const task = { processes, root, version, onSlow, installed, draftDir: makeDraftDir(cached) };
    const ways = isInstalled(root) ? [download, build] : [build, download];
    try {
      /** @type {string[]} */
      const reasons = [];
      for (const make of ways) {
        const made = await make(task).catch((error) => void reasons.push(messageOf(error)));
        if (made === undefined) continue;
        mkdirSync(dirname(cached), { recursive: true });
        renameSync(made, cached);
        return cached;
      }
      throw new Error(fourWays(reasons));
    } finally {
      rmSync(task.draftDir, { recursive: true, force: true });
    }
  });
}

/** @param {string[]} reasons why the third and the fourth way failed */
function fourWays(reasons) {
  return `No Temporal server. Any one of these will do:
  1. set TEMPORAL_ADDRESS to a running server (host:port)
  2. put the Temporal CLI ("temporal") on the PATH
  3. let Temporal's SDK download the CLI: it needs to reach the internet
  4. install Go, and the pinned CLI is built from source (3 minutes, once)
What was tried: ${reasons.map((reason) => lastLines(reason, 4)).join('\n')}`;
}

/**
 * @typedef {object} Task
 * @property {import('./processes.mjs').Processes} processes
 * @property {string} root
 * @property {string} version
 * @property {(note: string) => void} onSlow
 * @property {Promise<unknown> | undefined} installed
 * @property {string} draftDir on the cache's file system, removed afterwards
 */

/** Lets the SDK download its CLI, which it does on the way to a server of its own. @param {Task} task */
async function download({ processes, root, draftDir, onSlow, installed }) {
  await installed;
  if (!isInstalled(root)) throw new Error('download: the SDK is not installed (npm ci)');
  const script = `require('@temporalio/testing').TestWorkflowEnvironment
    .createLocal({ server: { executable: { type: 'cached-download', downloadDir: process.argv[1] } } })
    .then((environment) => environment.teardown())
    .catch((error) => { process.stderr.write(error.message); process.exitCode = 1; });`;
  onSlow('asking for a download');
  const spec = { name: 'download', command: process.execPath, args: ['-e', script, draftDir], cwd: root };
  await processes.run(spec, (child) => stopWhenStalled(child, draftDir));
  const made = readdirSync(draftDir).find((name) => !name.endsWith('.downloading'));
  if (made === undefined) throw new Error('download: it brought no file');
  return join(draftDir, made);
}

/** @param {import('./processes.mjs').Child} child @param {string} dir where its download grows */
function stopWhenStalled(child, dir) {
  let seen = 0;
  let seenAt = performance.now();
  const watch = setInterval(() => {
    const size = sizeOf(dir);
    if (size !== seen) [seen, seenAt] = [size, performance.now()];
    if (performance.now() - seenAt > stallMs) void child.stop();
  }, 500);
  void child.exited.then(() => clearInterval(watch));
}

/** Builds the CLI that tools/temporal pins. @param {Task} task */
async function build({ processes, root, version, draftDir, onSlow }) {
  // A shell that is no login shell often has no Go on its PATH, although Go's installer has put it where it always does.
  const go = onPath('go') ?? onPath('go', '/usr/local/go/bin');
  if (go === undefined) throw new Error('build: no Go toolchain');
  onSlow('building it with Go, 3 minutes, once a machine');
  const made = join(draftDir, 'temporal');
  await processes.run({
    name: 'go build',
    command: go,
    args: [
      'build',
      '-buildvcs=false',
      '-ldflags',
      `-s -w -X ${cliPackage}/internal/temporalcli.Version=${version}`,
      '-o',
      made,
      `${cliPackage}/cmd/temporal`,
    ],
    cwd: join(root, 'tools', 'temporal'),
    env: { ...process.env, GOTMPDIR: draftDir },
  });
  return made;
}

/** @param {string} root */
function pinnedVersion(root) {
  const [, version] =
    /^require github\.com\/temporalio\/cli v(\S+)/m.exec(readFileSync(join(root, 'tools/temporal/go.mod'), 'utf8')) ??
    [];
  if (version === undefined) throw new Error(`tools/temporal/go.mod does not require ${cliPackage}`);
  return version;
}

function cacheDir() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'content-delivery');
}

/** A folder beside the cached file. Removes folders of killed attempts, for we hold the lock. @param {string} cached */
function makeDraftDir(cached) {
  const prefix = 'draft-';
  const parent = dirname(dirname(cached));
  for (const left of readdirSync(parent))
    if (left.startsWith(prefix)) rmSync(join(parent, left), { recursive: true, force: true });
  return mkdtempSync(join(parent, prefix));
}

/** @param {string} name @param {string} [path] */
function onPath(name, path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, name))
    .find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** An older CLI may be on the PATH. @param {string} file */
function hasFlags(file) {
  if (!existsSync(file)) return false;
  const { stdout } = spawnSync(file, ['server', 'start-dev', '--help'], { encoding: 'utf8', timeout: 20_000 });
  return ['--http-port', '--sqlite-pragma', '--search-attribute', '--dynamic-config-value'].every((flag) =>
    stdout?.includes(flag),
  );
}

/** @param {string} dir */
function sizeOf(dir) {
  return readdirSync(dir).reduce(
    (sum, name) => sum + (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
