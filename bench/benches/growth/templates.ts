import { z } from 'zod';
import type { Receiver } from '../../baseline/webhooks/startReceiver';
import { cancel } from '../../service/cancel';
import type { Publisher } from '../../service/publisher';
import { requestJson } from '../../tools/requestJson';
import { until } from '../../tools/until';
import type { Templates } from './made';

const dayMs = 86_400_000;
const limitMs = 120_000;

const Created = z.object({ id: z.string() });
const Shown = z.object({ status: z.string() });

/** Asks the service for an assignment of each kind, and waits for what becomes of it and for its webhooks. */
export async function makeTemplates(publisher: Publisher, receiver: Receiver): Promise<Templates> {
  const { service, sandbox, channel, webhookSecret } = publisher;
  const { apiKey, connectionId } = channel;
  const url = `${service.apiUrl}/api/v1/assignments`;
  await receiver.begin(webhookSecret);
  const ask = async (given: object): Promise<string> => {
    const payload = { title: 'Template', privacy: 'public' };
    const plain = { connectionId, type: 'video', mediaUrl: sandbox.mediaUrl, payload, callbackUrl: receiver.hooksUrl };
    return (await requestJson(Created, url, { apiKey, body: { ...plain, ...given } })).id;
  };
  const scheduledAt = (days: number) => ({ scheduledAt: new Date(Date.now() + days * dayMs).toISOString() });
  const templates = {
    published: await ask({}),
    // The source serves no video.
    failed: await ask({ mediaUrl: `${sandbox.url}/_sandbox/state` }),
    cancelled: await ask(scheduledAt(30)),
    waiting: await ask(scheduledAt(200)),
  };
  await cancel({ ...service, apiKey }, templates.cancelled);
  for (const status of ['published', 'failed', 'cancelled'] as const) {
    const ended = async () =>
      (await requestJson(Shown, `${url}/${templates[status]}`, { apiKey })).status === status || undefined;
    await until(ended, { limitMs, pollMs: 200, complaint: () => `the template is not ${status}` });
  }
  await publisher.untilNotified();
  return templates;
}
