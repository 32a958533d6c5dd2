import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './messageOf.mjs';
import { readProcess } from './processTable.mjs';

/**
 * Takes a lock file for this process. A lock whose process has ended, however it ended, is free.
 * @param {string} file
 * @returns {{release: () => void} | {holderPid: number}} `holderPid` is the process id of the holder
 */
export function tryLock(file) {
  const mine = JSON.stringify({ pid: process.pid, started: readProcess(process.pid)?.started });
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    writeFileSync(draft, mine, { mode: 0o600 });
    const isMine = attempt(() => linkSync(draft, file), 'EEXIST');
    rmSync(draft, { force: true });
    if (isMine) return { release: () => rmSync(file, { force: true }) };
    const content = read(file);
    if (content === undefined) continue;
    const { pid, started } = parse(content);
    if (readProcess(pid)?.started === started) return { holderPid: pid };
    takeAway(file, content);
  }
}

/**
 * Runs `work` while holding the lock, waiting for it as long as another process holds it.
 * @template T
 * @param {string} file
 * @param {() => void} onWait called once if there is a wait
 * @param {() => Promise<T>} work
 */
export async function withLock(file, onWait, work) {
  let lock = tryLock(file);
  if ('holderPid' in lock) onWait();
  while ('holderPid' in lock) {
    await sleep(250);
    lock = tryLock(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Removes a stale lock, but no fresh lock of another process. @param {string} file @param {string} stale */
function takeAway(file, stale) {
  const aside = `${file}.stale.${process.pid}`;
  if (!attempt(() => renameSync(file, aside), 'ENOENT')) return;
  if (read(aside) !== stale) attempt(() => linkSync(aside, file), 'EEXIST');
  rmSync(aside, { force: true });
}

/** @param {string} text @returns {{pid: number, started: string}} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { pid: 0, started: 'unreadable' };
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {() => void} work @param {string} expected the error code that means "no" */
function attempt(work, expected) {
  try {
    work();
    return true;
  } catch (error) {
    if (codeOf(error) === expected) return false;
    throw error;
  }
}
