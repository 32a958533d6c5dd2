import { cpus, release, totalmem } from 'node:os';

/** The facts on which the figures depend besides our code; none names the machine. */
export function describeMachine() {
  const processors = cpus();
  return {
    cores: processors.length,
    cpu: processors[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    kernel: release(),
  };
}
