import { z } from 'zod';
import { requestJson } from '../tools/requestJson';
import { until } from '../tools/until';

const pollMs = 200;

const Total = z.object({ total: z.int() });

interface Workspace {
  readonly apiUrl: string;
  readonly apiKey: string;
}

/** Resolves when the service has written down of every webhook of a workspace that it was delivered. @throws Error when time runs out */
export async function untilNotified({ apiUrl, apiKey }: Workspace, limitMs: number): Promise<void> {
  const pending = `${apiUrl}/api/v1/webhooks/deliveries?status=pending&limit=1`;
  const isDone = async () => (await requestJson(Total, pending, { apiKey })).total === 0 || undefined;
  await until(isDone, { limitMs, pollMs, complaint: () => 'webhooks are still pending' });
}
