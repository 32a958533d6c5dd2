import { join } from 'node:path';
import type { Processes, Sample } from '../Bench';
import { percentile } from '../measure/statistics';
import type { Load } from './generateLoad';
import { LoadReport } from './generateLoad';

const program = join(__dirname, 'main.ts');

/** Generates a load from a process of its own, the same program for every arm. */
export async function runLoad(processes: Processes, load: Load): Promise<LoadReport> {
  const args = ['--import', 'tsx', program];
  const spec = { name: 'load', command: process.execPath, args, cwd: __dirname, input: JSON.stringify(load) };
  return LoadReport.parse(JSON.parse(await processes.run(spec)));
}

/** The rate and the latencies of a load. */
export function sampleOf({ seconds, latenciesMs }: LoadReport): Sample {
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  return {
    answeredPerSecond: tenths(latenciesMs.length / seconds),
    p50Ms: tenths(percentile(latenciesMs, 0.5)),
    p99Ms: tenths(percentile(latenciesMs, 0.99)),
  };
}
