import { spawnSync } from 'node:child_process';
import {
  parseProcess,
  parseTotals,
  readProcesses,
  sumOfTree,
  watchBusyCpu,
  watchForeignCpu,
} from '../../bench/foreignCpu';

it('counts idle time and waiting for disks as time, but not as work', () => {
  const stat = 'cpu  100 10 50 700 30 5 6 9 40 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n';
  expect(parseTotals(stat)).toEqual({ busyTicks: 180, totalTicks: 910 });
});

it('reads a process whose name has spaces and brackets', () => {
  const stat = '42 (a (strange) name) S 7 42 42 0 -1 4194560 100 200 0 0 11 12 13 14 20 0 1 0 999 1 2';
  expect(parseProcess(stat)).toEqual({ pid: 42, parent: 7, ticks: 50 });
});

it('adds up a process and all that it started, and nothing else', () => {
  const processes = [
    { pid: 1, parent: 0, ticks: 1000 },
    { pid: 10, parent: 1, ticks: 5 },
    { pid: 11, parent: 10, ticks: 7 },
    { pid: 12, parent: 11, ticks: 9 },
    { pid: 20, parent: 1, ticks: 500 },
  ];
  expect(sumOfTree(processes, 10)).toBe(21);
  expect(sumOfTree(processes, 12)).toBe(9);
});

it('counts the work of a child as our own, even when the child has ended', () => {
  const before = sumOfTree(readProcesses(), process.pid);
  spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);']);
  const ticksPerSecond = 100; // USER_HZ, the same on all of Linux
  expect(sumOfTree(readProcesses(), process.pid) - before).toBeGreaterThanOrEqual(0.3 * ticksPerSecond);
});

it('says which share of the CPUs others took', () => {
  const readForeignShare = watchForeignCpu();
  spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 100_000);']);
  expect(readForeignShare()).toBeGreaterThanOrEqual(0);
  expect(readForeignShare()).toBeLessThanOrEqual(1);
});

it('says which share of the CPUs anybody took', () => {
  const readBusyShare = watchBusyCpu();
  const others = watchForeignCpu();
  spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 200_000);']);
  const foreign = others();
  const busy = readBusyShare();
  expect(busy).toBeGreaterThan(0);
  expect(busy).toBeLessThanOrEqual(1);
  expect(busy).toBeGreaterThan(foreign);
});
