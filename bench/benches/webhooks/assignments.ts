import { z } from 'zod';
import type { Service } from '../../Bench';
import { historyLengths } from '../../measure/historyLengths';
import { inLanes } from '../../tools/inLanes';
import type { Pace } from '../../tools/inLanes';
import { openChannel } from '../../service/openChannel';
import { requestJson } from '../../tools/requestJson';
import { untilNotified } from '../../service/untilNotified';

const limitMs = 60_000;

const Created = z.object({ id: z.string() });
const Renewal = z.object({ tokenStatus: z.string() });

/** Assignments that are over as soon as they are asked for: each makes one webhook due, and nothing else has to be done for it. */
export interface Assignments {
  readonly webhookSecret: string;
  /** Asks for so many. @returns their ids */
  readonly ask: (count: number, pace: Pace) => Promise<string[]>;
  /** Resolves when the service has written down of every webhook that it was delivered. */
  readonly untilWrittenDown: () => Promise<void>;
  /** The number of events in each of so many deliveries' histories, when their workflows have ended. */
  readonly historyLengths: (count: number) => Promise<number[]>;
}

/**
 * Makes a channel whose grant was taken back. As soon as the service knows, an assignment fails in the transaction that accepts it.
 * Its one webhook is due with that commit, at the time that its body names.
 */
export async function openAssignments(service: Service, hooksUrl: string): Promise<Assignments> {
  const { apiKey, webhookSecret, connectionId } = await openChannel(service);
  const url = `${service.apiUrl}/api/v1/assignments`;
  const assignment = {
    connectionId,
    type: 'video',
    mediaUrl: `${hooksUrl}/media.mp4`,
    payload: { title: 'Bench', privacy: 'public' },
    callbackUrl: hooksUrl,
  };
  const renewal = `${service.apiUrl}/api/v1/connections/${connectionId}/refresh-token`;
  const { tokenStatus } = await requestJson(Renewal, renewal, { apiKey, method: 'POST' });
  if (tokenStatus !== 'expired') throw new Error(`the grant was to be refused, but is ${tokenStatus}`);
  return {
    webhookSecret,
    ask: async (count, pace) =>
      inLanes(count, pace, async () => (await requestJson(Created, url, { apiKey, body: assignment })).id),
    untilWrittenDown: async () => untilNotified({ ...service, apiKey }, limitMs),
    historyLengths: async (count) => historyLengths(service, 'deliverWebhook', count),
  };
}
