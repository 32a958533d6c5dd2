import { readFileSync } from 'node:fs';
import { readProcesses } from './foreignCpu';

/**
 * The child of this process that runs this file; proc_pid_cmdline(5).
 * @param file how a word of its command line ends
 * @throws Error when there is none
 */
export function findProgram(file: string): number {
  const isRunning = (pid: number): boolean =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .some((word) => word.endsWith(file));
  const found = readProcesses().find(({ pid, parent }) => parent === process.pid && isRunning(pid));
  if (found === undefined) throw new Error(`no process of ours runs ${file}`);
  return found.pid;
}
