import type { WorkflowHandle } from '@temporalio/client';
import { z } from 'zod';
import { deliveryWorkflowId } from '../../domain/workflowContract';
import { createVideo } from './assignments';
import { callApi, control, startedRun, until } from './stage';
import type { Stage, Story } from './stage';

const Deliveries = z.object({ items: z.array(z.object({ id: z.string() })) });

/** The lives of a webhook's delivery, by the answers of its receiver. */
export function deliveryStories(stage: Stage): Record<string, Story> {
  return {
    delivered: async () => deliver(stage, 'delivered', {}),
    deliveredLater: async () => deliver(stage, 'deliveredLater', { failTimes: 1 }),
    undelivered: async () => deliver(stage, 'undelivered', { status: 503 }),
    redelivered: async () => redeliver(stage),
  };
}

async function redeliver(stage: Stage): Promise<WorkflowHandle> {
  const first = await deliver(stage, 'redelivered', { status: 503 });
  await first.result();
  const deliveryId = first.workflowId.split('/')[1] ?? '';
  await control(stage, '/receiver/redelivered/settings', { status: 200 });
  await callApi(stage, 'POST', `/webhooks/deliveries/${deliveryId}/redeliver`);
  return startedRun(stage, deliveryWorkflowId({ deliveryId, round: 2 }));
}

/** The delivery of an assignment's first transition to a receiver of this name. */
async function deliver(stage: Stage, name: string, settings: object): Promise<WorkflowHandle> {
  await control(stage, `/receiver/${name}/settings`, settings);
  const callbackUrl = `${stage.run.sandbox.url}/_sandbox/receiver/${name}`;
  const assignmentId = await createVideo(stage, { callbackUrl });
  const found = async (): Promise<string | undefined> => {
    const page = await callApi(stage, 'GET', `/webhooks/deliveries?assignmentId=${assignmentId}`);
    return Deliveries.parse(page).items.at(-1)?.id;
  };
  await until(async () => (await found()) !== undefined);
  return startedRun(stage, deliveryWorkflowId({ deliveryId: (await found()) ?? '', round: 1 }));
}
