import { z } from 'zod';
import type { Service } from '../Bench';
import { requestJson } from '../tools/requestJson';
import { until } from '../tools/until';

const limitMs = 600_000;

const Runs = z.object({
  executions: z.array(z.object({ startTime: z.string(), closeTime: z.string() })).default([]),
});

/**
 * Lets a schedule of the service run at once. Resolves when its workflow has ended.
 * @returns its seconds, as Temporal has them
 * @throws Error when it does not come to a good end in ten minutes
 */
export async function runSchedule({ temporalUrl }: Service, schedule: string, workflow: string): Promise<number> {
  const begunAt = new Date().toISOString();
  const namespace = `${temporalUrl}/api/v1/namespaces/default`;
  const body = { patch: { triggerImmediately: { overlapPolicy: 'SCHEDULE_OVERLAP_POLICY_SKIP' } } };
  await requestJson(z.object({}), `${namespace}/schedules/${schedule}/patch`, { body });
  const query = encodeURIComponent(
    `WorkflowType = '${workflow}' AND ExecutionStatus = 'Completed' AND StartTime >= '${begunAt}'`,
  );
  const ended = async () => (await requestJson(Runs, `${namespace}/workflows?query=${query}`)).executions[0];
  const complaint = () => `${schedule} does not come to an end`;
  const { startTime, closeTime } = await until(ended, { limitMs, pollMs: 50, complaint });
  return (Date.parse(closeTime) - Date.parse(startTime)) / 1000;
}
