import { z } from 'zod';
import type { Service } from '../Bench';
import { requestJson } from '../tools/requestJson';
import { until } from '../tools/until';

const limitMs = 60_000;

const Workflow = z.object({ historyLength: z.coerce.number() });
const Workflows = z.object({ executions: z.array(Workflow).default([]) });

/** The number of events in the history of each run of a workflow, when so many runs have ended. */
export async function historyLengths({ temporalUrl }: Service, type: string, count: number): Promise<number[]> {
  const query = encodeURIComponent(`WorkflowType = '${type}' AND ExecutionStatus = 'Completed'`);
  const url = `${temporalUrl}/api/v1/namespaces/default/workflows?pageSize=${count}&query=${query}`;
  const find = async (): Promise<number[] | undefined> => {
    const { executions } = await requestJson(Workflows, url);
    return executions.length < count ? undefined : executions.map(({ historyLength }) => historyLength);
  };
  return until(find, { limitMs, pollMs: 100, complaint: () => `${count} runs of ${type} do not end` });
}
