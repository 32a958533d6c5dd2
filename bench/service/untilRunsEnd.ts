import { z } from 'zod';
import type { Service } from '../Bench';
import { requestJson } from '../tools/requestJson';
import { until } from '../tools/until';

const limitMs = 60_000;
const pollMs = 200;

/** Temporal leaves out a count of 0. */
const Running = z.object({ count: z.coerce.number().default(0) });

/** Resolves when Temporal shows at most so many running workflows of these types, none by default. @throws Error when time runs out */
export async function untilRunsEnd(service: Service, types: readonly string[], left = 0): Promise<void> {
  const isDone = async () => (await countRuns(service, types)) <= left || undefined;
  await until(isDone, { limitMs, pollMs, complaint: () => `runs of ${types.join(', ')} do not end` });
}

/** The number of running workflows of these types. */
export async function countRuns({ temporalUrl }: Service, types: readonly string[]): Promise<number> {
  const names = types.map((type) => `'${type}'`).join(', ');
  const query = encodeURIComponent(`ExecutionStatus = 'Running' AND WorkflowType IN (${names})`);
  const { count } = await requestJson(
    Running,
    `${temporalUrl}/api/v1/namespaces/default/workflow-count?query=${query}`,
  );
  return count;
}
