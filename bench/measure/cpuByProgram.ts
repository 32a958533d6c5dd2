import { findProgram } from '../tools/findProgram';
import { readProcesses, sumOfTree } from '../tools/foreignCpu';

/** A name, and how the command line of the program that has it ends. */
export type NamedProgram = readonly [name: string, file: string];

/** proc(5): the kernel counts in USER_HZ, which is 100 wherever Node runs. */
const tickMs = 10;

/**
 * Begins to count. The function that it returns says how much CPU time each of these programs and its children had since
 * then, in milliseconds. @throws Error when one of them does not run
 */
export function watchCpuByProgram(programs: readonly NamedProgram[]): () => Map<string, number> {
  const pids = programs.map(([name, file]) => [name, findProgram(file)] as const);
  const read = (): Map<string, number> => {
    const processes = readProcesses();
    return new Map(pids.map(([name, pid]) => [name, sumOfTree(processes, pid)]));
  };
  const before = read();
  return () => new Map([...read()].map(([name, ticks]) => [name, (ticks - (before.get(name) ?? 0)) * tickMs]));
}
