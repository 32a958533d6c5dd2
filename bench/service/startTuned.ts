import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Service, Workshop } from '../Bench';
import { findProgram } from '../tools/findProgram';

/** A service whose limits for callers and plans do not end a bench, and its addresses that HTTP does not tell. */
export interface TunedService extends Service {
  readonly apiPid: number;
  readonly databaseUrl: string;
  readonly temporal: { readonly address: string; readonly namespace: string };
}

const Addresses = z.object({ DATABASE_URL: z.string(), TEMPORAL_ADDRESS: z.string(), TEMPORAL_NAMESPACE: z.string() });

/** Limits that no bench comes near; each of them costs the same work at any height. */
const settings = {
  RATE_LIMIT_PER_MINUTE: '100000000',
  CREDITS_FREE_PLAN: '1000000000',
  // A port of the system's choice, in case a debugger is asked for (node --inspect-port).
  NODE_OPTIONS: '--inspect-port=127.0.0.1:0',
};

/** Starts the service as `startService` does, with these limits: its processes inherit this program's environment. */
export async function startTunedService(workshop: Workshop, platformUrl: string): Promise<TunedService> {
  const before = { ...process.env };
  Object.assign(process.env, settings);
  try {
    const service = await workshop.startService(platformUrl);
    const { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE } = Addresses.parse(readEnvironment(service.workerPid));
    const temporal = { address: TEMPORAL_ADDRESS, namespace: TEMPORAL_NAMESPACE };
    return { ...service, databaseUrl: DATABASE_URL, temporal, apiPid: findProgram('api.js') };
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** proc_pid_environ(5). */
function readEnvironment(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
