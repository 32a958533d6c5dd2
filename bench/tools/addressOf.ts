import { until } from './until';

/** A program on Temporal packs its workflows before it says anything. */
const startTimeoutMs = 60_000;

/** The address in the first line that a server of ours writes. @throws Error with all that it wrote when there is none */
export async function addressOf(name: string, output: () => string): Promise<string> {
  return until(() => /^http:\S+$/m.exec(output())?.[0], {
    limitMs: startTimeoutMs,
    pollMs: 20,
    complaint: () => `the ${name} did not start: ${output()}`,
  });
}
