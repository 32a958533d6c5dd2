import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { inLanes } from '../../tools/inLanes';
import { cancel } from '../../service/cancel';
import { openChannel } from '../../service/openChannel';
import { requestJson } from '../../tools/requestJson';
import type { Sandbox } from '../../service/startSandbox';
import type { TunedService } from '../../service/startTuned';

const concurrency = 10;
/** As callers have it who say nothing (PREPARE_AHEAD_SECONDS). */
const prepareAheadSeconds = 600;
/** The longest wait between two immediate posts; the mean is half of it. */
const pauseMsMax = 1000;

const Created = z.object({ id: z.string() });

/** Another workspace that is at work while posts go live. */
export interface Neighbour {
  /** Asks for posts whose time for preparation begins at each of these seconds. @returns their ids */
  readonly schedule: (secondsMs: readonly number[]) => Promise<string[]>;
  /** Asks for immediate posts, two a second on average at random moments, until that time. */
  readonly publishUntil: (endMs: number) => Promise<void>;
  readonly cancel: (ids: readonly string[]) => Promise<void>;
}

export async function openNeighbour(service: TunedService, sandbox: Sandbox): Promise<Neighbour> {
  const { apiKey, connectionId } = await openChannel(service, await sandbox.createChannel());
  const url = `${service.apiUrl}/api/v1/assignments`;
  let asked = 0;
  const ask = async (times: object = {}): Promise<string> => {
    asked += 1;
    const payload = { title: `Neighbour ${asked}`, privacy: 'public' };
    const body = { connectionId, type: 'video', mediaUrl: sandbox.mediaUrl, payload, ...times };
    return (await requestJson(Created, url, { apiKey, body })).id;
  };
  return {
    schedule: async (secondsMs) => {
      let index = 0;
      return inLanes(secondsMs.length, { concurrency }, async () => {
        const beginsMs = secondsMs[index++] ?? Number.NaN;
        const scheduledAt = new Date(beginsMs + prepareAheadSeconds * 1000).toISOString();
        return ask({ scheduledAt, prepareAheadSeconds });
      });
    },
    publishUntil: async (endMs) => {
      while (Date.now() < endMs) {
        await ask();
        await sleep(Math.random() * pauseMsMax);
      }
    },
    cancel: async (ids) => {
      let index = 0;
      await inLanes(ids.length, { concurrency }, async () => cancel({ ...service, apiKey }, ids[index++] ?? ''));
    },
  };
}
