import { findProgram } from './findProgram';
import { readProcesses, sumOfTree } from './foreignCpu';

/** The programs that publishing keeps busy, each with the file that it runs. */
export const programs = [
  ['Temporal', 'temporal'],
  ['worker', 'worker.js'],
  ['API', 'api.js'],
  ['PostgreSQL', 'postgres'],
  ['sandbox', 'sandbox/main.ts'],
] as const;

/** proc(5): the kernel counts in USER_HZ, which is 100 wherever Node runs. */
const tickMs = 10;

/**
 * Begins to count. The function that it returns says how much CPU time each program and its children had since then, in
 * milliseconds. @throws Error when one of them does not run
 */
export function watchCpuByProgram(): () => Map<string, number> {
  const pids = programs.map(([name, file]) => [name, findProgram(file)] as const);
  const read = (): Map<string, number> => {
    const processes = readProcesses();
    return new Map(pids.map(([name, pid]) => [name, sumOfTree(processes, pid)]));
  };
  const before = read();
  return () => new Map([...read()].map(([name, ticks]) => [name, (ticks - (before.get(name) ?? 0)) * tickMs]));
}
