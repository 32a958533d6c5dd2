import { readdirSync, readFileSync } from 'node:fs';

interface CpuTimes {
  totalTicks: number;
  busyTicks: number;
  /** The ticks of this process and all its descendants, ended processes included. */
  ownTicks: number;
}

/**
 * Begins to count. The function that it returns says which share of all CPU time since then went to others than this
 * process and its descendants: 0 to 1, on all cores together. Time that a hypervisor took is theirs as well.
 */
export function watchForeignCpu(): () => number {
  const before = readCpuTimes();
  return () => {
    const after = readCpuTimes();
    const totalTicks = after.totalTicks - before.totalTicks;
    const ownTicks = after.ownTicks - before.ownTicks;
    const foreignTicks = after.busyTicks - before.busyTicks - ownTicks;
    return totalTicks <= 0 ? 0 : Math.min(Math.max(foreignTicks / totalTicks, 0), 1);
  };
}

/** Begins to count. The function that it returns says which share of all CPU time since then was in use: 0 to 1. */
export function watchBusyCpu(): () => number {
  const before = readTotals();
  return () => {
    const after = readTotals();
    const totalTicks = after.totalTicks - before.totalTicks;
    return totalTicks <= 0 ? 0 : (after.busyTicks - before.busyTicks) / totalTicks;
  };
}

function readTotals(): { totalTicks: number; busyTicks: number } {
  return parseTotals(readFileSync('/proc/stat', 'utf8'));
}

function readCpuTimes(): CpuTimes {
  const { totalTicks, busyTicks } = readTotals();
  return { totalTicks, busyTicks, ownTicks: sumOfTree(readProcesses(), process.pid) };
}

/** The first line of /proc/stat, proc(5): user nice system idle iowait irq softirq steal (guest time is part of user). */
export function parseTotals(stat: string): { totalTicks: number; busyTicks: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, steal = 0] = stat
    .slice(0, stat.indexOf('\n'))
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busyTicks = user + nice + system + irq + softIrq + steal;
  return { busyTicks, totalTicks: busyTicks + idle + ioWait };
}

export interface ProcessTimes {
  pid: number;
  parent: number;
  /** The ticks of the process and of its ended children, so that a sum over a tree loses nothing when a child ends. */
  ticks: number;
}

/** A line of proc_pid_stat(5): pid (name) state ppid …; utime, stime, cutime and cstime are the fields 14 to 17. */
export function parseProcess(stat: string): ProcessTimes {
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = rest.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number.parseInt(stat, 10), parent: Number(rest[1]), ticks };
}

/** The ticks of `root` and everything below it. */
export function sumOfTree(processes: readonly ProcessTimes[], root: number): number {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number | undefined): boolean => pid === root || (!!pid && isBelow(parents.get(pid)));
  return processes.filter(({ pid }) => isBelow(pid)).reduce((sum, { ticks }) => sum + ticks, 0);
}

/** Every process that there is now. */
export function readProcesses(): ProcessTimes[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [parseProcess(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
      } catch {
        return []; // It has just ended.
      }
    });
}
