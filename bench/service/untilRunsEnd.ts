import { z } from 'zod';
import type { Service } from '../Bench';
import { requestJson } from '../tools/requestJson';
import { until } from '../tools/until';

const limitMs = 60_000;
const pollMs = 200;

/** Temporal leaves out a count of 0. */
const Running = z.object({ count: z.coerce.number().default(0) });

/** Resolves when Temporal shows no running workflow of these types. @throws Error when time runs out */
export async function untilRunsEnd({ temporalUrl }: Service, types: readonly string[]): Promise<void> {
  const names = types.map((type) => `'${type}'`).join(', ');
  const query = encodeURIComponent(`ExecutionStatus = 'Running' AND WorkflowType IN (${names})`);
  const url = `${temporalUrl}/api/v1/namespaces/default/workflow-count?query=${query}`;
  const isDone = async () => (await requestJson(Running, url)).count === 0 || undefined;
  await until(isDone, { limitMs, pollMs, complaint: () => `runs of ${names} do not end` });
}
