import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The system's entry of a process; undefined when there is none (a zombie counts as gone).
 * `started` and the id together name one process, for ids come around again.
 * @param {number} pid
 * @returns {{name: string, parent: number, started: string} | undefined}
 */
export function readProcess(pid) {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** proc_pid_stat(5): pid (name) state ppid …, the 22nd field is the start in ticks since boot. @param {number} pid */
function fromProc(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const nameEnd = stat.lastIndexOf(')'); // the name itself may hold anything
  const [state, parent, ...rest] = stat.slice(nameEnd + 2).split(' ');
  if (state === 'Z') return undefined;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { name: stat.slice(stat.indexOf('(') + 1, nameEnd), parent: Number(parent), started: `${boot} ${rest[17]}` };
}

/** @param {number} pid */
function fromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,state=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, state, started, name] =
    /^\s*(\d+)\s+(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*?)\s*$/s.exec(stdout ?? '') ?? [];
  if (name === undefined || started === undefined || state?.startsWith('Z')) return undefined;
  return { name, parent: Number(parent), started };
}
