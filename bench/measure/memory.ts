import { readFileSync, writeFileSync } from 'node:fs';

/** Resident memory of a process in bytes, now and at its highest since `forgetPeak`. */
export function readMemory(pid: number): { residentBytes: number; peakBytes: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { residentBytes: read('VmRSS'), peakBytes: read('VmHWM') };
}

/** Lets the kernel count a process's peak from here on (proc_pid_clear_refs(5): 5 resets VmHWM). */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
