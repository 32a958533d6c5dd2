import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createGuard } from './guard.mjs';

/**
 * @typedef {object} Spec A program to start.
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} [args]
 * @property {readonly string[]} [prefix] Words before the command that change under which user it runs.
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [logFile] Takes both outputs; the log of the run before stays beside it as `<name>.previous`.
 * @property {'inherit' | 'pipe'} [output] Where the outputs go without a log file; `pipe` keeps them for `output()`.
 * @property {string} [input] Written to standard input, which is empty otherwise.
 * @property {NodeJS.Signals} [stopSignal] Asks for an orderly end; also the signal that the death of this program sends.
 * @property {number} [graceMs] How long an orderly end may take before the group is killed.
 * @property {number} [hurriedGraceMs] The same after `hurry()`.
 *
 * @typedef {object} Child
 * @property {string} name
 * @property {number} pid
 * @property {Promise<{code: number | null, signal: string | null}>} exited
 * @property {() => boolean} isAlive
 * @property {() => string} output Everything written so far, to both outputs.
 * @property {() => string} result The text written to standard output, where that is not a log file.
 * @property {() => Promise<void>} stop Ends the child and its whole process group; safe to call twice.
 *
 * @typedef {ReturnType<typeof createProcesses>} Processes
 */

/** A program that we started ended when it should not have; the message carries the last lines it wrote. */
export class ChildFailure extends Error {
  /** @param {Child} child @param {string} what */
  constructor(child, what) {
    const lines = lastLines(child.output());
    super(lines === '' ? what : `${what}. Its last lines:\n${lines}`);
  }
}

/**
 * Everything that one program starts. Each child is the leader of a process group of its own, so that a terminal's
 * Ctrl-C reaches only the program; and each ends with the program, even when that is killed with SIGKILL.
 * @param {{onDeath?: (child: Child, status: string) => void}} [options] `onDeath` hears of a child that was not asked to stop.
 */
export function createProcesses({ onDeath } = {}) {
  /** @type {Child[]} */
  const children = [];
  const hurried = new AbortController();
  const guard = createGuard();
  let closed = false;

  /** @param {Spec} spec */
  function track(spec) {
    if (closed) throw new Error('everything is being stopped');
    const child = launch(spec, guard, hurried.signal);
    children.push(child);
    void child.exited.then(() => children.splice(children.indexOf(child), 1));
    return child;
  }

  /** Starts something that is to run until it is stopped. @param {Spec} spec @returns {Child} */
  function start(spec) {
    const child = track(spec);
    void child.exited.then(({ code, signal }) => {
      if (!closed && !child.isStopping()) onDeath?.(child, signal ?? `exit code ${code}`);
    });
    return child;
  }

  /** Runs a program to its end; resolves with its standard output. @throws {ChildFailure} @param {Spec} spec @param {(child: Child) => void} [watch] */
  async function run(spec, watch) {
    const child = track(spec);
    watch?.(child);
    const { code, signal } = await child.exited;
    if (code !== 0) throw new ChildFailure(child, `${spec.name} ended with ${signal ?? `exit code ${code}`}`);
    return child.result();
  }

  /** Stops all children one after another, the youngest first, and lets no new one start. Code that awaited one tidies up first. */
  async function stopAll() {
    closed = true;
    while (children.length > 0) await children.at(-1)?.stop();
    guard.close();
    await nextTurn();
  }

  return {
    start,
    run,
    stopAll,
    hurry: () => hurried.abort(),
    running: () => children.map(({ name, pid }) => ({ name, pid })),
  };
}

/**
 * Waits until `probe` answers true.
 * @param {Child} child whose death ends the wait
 * @param {() => Promise<boolean> | boolean} probe errors count as "not yet"
 * @param {number} timeoutMs
 */
export async function untilReady(child, probe, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const ready = await Promise.resolve()
      .then(probe)
      .catch(() => false);
    if (ready) return;
    if (!child.isAlive()) throw new ChildFailure(child, `${child.name} ended before it was ready`);
    if (performance.now() > deadline)
      throw new ChildFailure(child, `${child.name} was not ready after ${timeoutMs / 1000} s`);
    await Promise.race([sleep(50), child.exited]);
  }
}

/** @param {string} text @param {number} [count] */
export function lastLines(text, count = 15) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

/** @param {Spec} spec @param {ReturnType<typeof createGuard>} guard @param {AbortSignal} hurried */
function launch(spec, guard, hurried) {
  const { name, logFile, stopSignal = 'SIGTERM', graceMs = 10_000, hurriedGraceMs = 0 } = spec;
  const deathSignal = stopSignal === 'SIGTERM' ? 'SIGKILL' : stopSignal;
  const child = spawnLeader(spec, deathSignal);
  if (child.pid !== undefined) guard.add(child.pid, deathSignal);
  const written = collect(child);
  let ended = false;
  let stopping = false;
  const exited = untilExit(child).then((status) => {
    ended = true;
    if (child.pid !== undefined) guard.drop(child.pid);
    return status;
  });

  async function stop() {
    stopping = true;
    if (ended) return;
    killGroup(child.pid, stopSignal);
    await Promise.race([exited, grace(graceMs, hurriedGraceMs, hurried)]);
    killGroup(child.pid, 'SIGKILL');
    await exited;
  }

  const output = () => (logFile === undefined ? written.all : readFileSync(logFile, 'utf8'));
  const result = () => written.result;
  return { name, pid: child.pid ?? 0, exited, isAlive: () => !ended, isStopping: () => stopping, output, result, stop };
}

/** @param {Spec} spec @param {NodeJS.Signals} deathSignal */
function spawnLeader({ prefix = [], command, args = [], cwd, env, logFile, output, input }, deathSignal) {
  const [first = command, ...words] = [...prefix, ...deathSignalPrefix(deathSignal), command, ...args];
  const log = logFile === undefined ? undefined : openLog(logFile);
  const sink = log ?? output ?? 'pipe';
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = [input === undefined ? 'ignore' : 'pipe', sink, sink];
  const child = spawn(first, words, { cwd, env: env ?? process.env, detached: true, stdio });
  child.stdin?.on('error', () => {}).end(input);
  if (log !== undefined) closeSync(log);
  return child;
}

/** @param {import('node:child_process').ChildProcess} child */
function collect(child) {
  const written = { all: '', result: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    written.all += chunk;
    written.result += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (written.all += chunk));
  child.on('error', (error) => (written.all += `${error.message}\n`));
  return written;
}

/**
 * Resolves when the child and its outputs have ended; the rest of its group ends with it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{code: number | null, signal: string | null}>}
 */
function untilExit(child) {
  return new Promise((resolve) => {
    child.on('error', () => resolve({ code: 127, signal: null }));
    child.on('exit', () => killGroup(child.pid, 'SIGKILL'));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}

/** @param {number} ms @param {number} hurriedMs @param {AbortSignal} hurried */
async function grace(ms, hurriedMs, hurried) {
  await sleep(ms, undefined, { signal: hurried, ref: false }).catch(() => sleep(hurriedMs, undefined, { ref: false }));
}

/** @param {number | undefined} group @param {NodeJS.Signals} signal */
function killGroup(group, signal) {
  try {
    if (group !== undefined) process.kill(-group, signal);
  } catch {
    // The group has ended already.
  }
}

/** @param {string} file */
function openLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.previous`);
  return openSync(file, 'a', 0o600);
}

/** Linux tells a child when its parent dies (PR_SET_PDEATHSIG, forgotten when the user changes, so it comes last); this reaches it even if the guard was killed as well. */
const deathSignalPrefix = (() => {
  /** @type {boolean | undefined} */
  let available;
  /** @param {NodeJS.Signals} signal */
  return (signal) => {
    const args = ['--pdeathsig', signal.replace('SIG', '')];
    available ??= process.platform === 'linux' && spawnSync('setpriv', [...args, 'true']).status === 0;
    return available ? ['setpriv', ...args] : [];
  };
})();
