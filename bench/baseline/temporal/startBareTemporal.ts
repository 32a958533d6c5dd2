import { join } from 'node:path';
import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { addressOf } from '../../tools/addressOf';
import { requestJson } from '../../tools/requestJson';
import { RunReport } from './program';
import type { Run } from './program';

/** As its command line names it. */
export const bareProgram = join(__dirname, 'main.ts');
/** The types of its workflows. */
export const bareWorkflows = ['barePost', 'bareWebhook'];

/** The plainest program on Temporal, a process of its own that uses the service's Temporal server. */
export interface BareTemporal {
  /** Begins to start the workflows of a run. */
  readonly begin: (run: Run) => Promise<void>;
  readonly report: () => Promise<RunReport>;
  readonly output: () => string;
}

/** Starts it. */
export async function startBareTemporal(
  { processes }: Workshop,
  { address, namespace }: { readonly address: string; readonly namespace: string },
): Promise<BareTemporal> {
  const { output } = processes.start({
    name: 'bare Temporal program',
    command: process.execPath,
    args: ['--import', 'tsx', bareProgram],
    cwd: __dirname,
    env: { ...process.env, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace },
  });
  const url = `${await addressOf('bare Temporal program', output)}/run`;
  return {
    begin: async (run) => void (await requestJson(z.object({}), url, { method: 'PUT', body: run })),
    report: async () => requestJson(RunReport, url),
    output,
  };
}
