import { z } from 'zod';
import { inLanes } from '../../tools/inLanes';
import { openChannel } from '../../service/openChannel';
import { requestJson } from '../../tools/requestJson';
import type { Sandbox } from '../../service/startSandbox';
import type { TunedService } from '../../service/startTuned';
import { removeAssignments } from '../../service/removeAssignments';
import { until } from '../../tools/until';
import { withDatabase } from '../../tools/withDatabase';

/** For a machine that publishes no more than two a second. */
const patienceMs = (count: number) => 120_000 + count * 500;
const concurrency = 10;
const unfinished = ['pending', 'uploading', 'uploaded', 'processing'];

const Created = z.object({ id: z.string() });
const Detail = z.object({ createdAt: z.iso.datetime(), publishedAt: z.iso.datetime().nullable() });
const Total = z.object({ total: z.int() });

/** No relay dispatches any of them from then on. */
const takeWaiting = `DELETE FROM outbox WHERE workspace_id = $1 AND kind = 'start' AND workflow = 'publishAssignment'
  AND dispatched_at IS NULL AND claimed_until IS NULL RETURNING subject_id AS id`;

/** A workspace with a channel of its own. */
export interface Tenant {
  readonly webhookSecret: string;
  /** Asks for so many immediate publications; `scheduledAt` is a time that has come. @returns their ids */
  readonly ask: (
    count: number,
    media: { mediaUrl: string; callbackUrl: string },
    scheduledAt?: () => string,
  ) => Promise<string[]>;
  /** Resolves when all that it ever asked for is published. @throws Error when one fails, or time runs out */
  readonly untilPublished: () => Promise<void>;
  /**
   * Removes by SQL the starts that still wait for a place. Resolves when the rest is published, each webhook delivered.
   * @throws Error when one fails, or time runs out
   */
  readonly withdraw: () => Promise<void>;
  /** The time that these took from accepted to published, by the database's clock. */
  readonly durationsOf: (ids: readonly string[]) => Promise<number[]>;
}

export async function openTenant(service: TunedService, sandbox: Sandbox): Promise<Tenant> {
  const { workspaceId, apiKey, webhookSecret, connectionId } = await openChannel(
    service,
    await sandbox.createChannel(),
  );
  const url = `${service.apiUrl}/api/v1/assignments`;
  let asked = 0;
  const end = async (areWebhooksIn: boolean) => untilEnded({ service, apiKey }, areWebhooksIn, patienceMs(asked));
  return {
    webhookSecret,
    ask: async (count, media, scheduledAt) =>
      inLanes(count, { concurrency }, async () => {
        asked += 1;
        const payload = { title: `Fairness ${asked}`, privacy: 'public' };
        const times = scheduledAt && { scheduledAt: scheduledAt() };
        const body = { connectionId, type: 'video', payload, ...media, ...times };
        return (await requestJson(Created, url, { apiKey, body })).id;
      }),
    untilPublished: async () => end(false),
    withdraw: async () => {
      await withDatabase(service.databaseUrl, async (client) => {
        const { rows } = await client.query<{ id: string }>(takeWaiting, [workspaceId]);
        const ids = rows.map(({ id }) => id);
        asked -= ids.length;
        await removeAssignments(client, workspaceId, ids);
      });
      await end(true);
    },
    durationsOf: async (ids) =>
      Promise.all(
        ids.map(async (id) => {
          const { createdAt, publishedAt } = await requestJson(Detail, `${url}/${id}`, { apiKey });
          return Date.parse(publishedAt ?? '') - Date.parse(createdAt);
        }),
      ),
  };
}

interface Asker {
  service: TunedService;
  apiKey: string;
}

/** Resolves when nothing is left to publish, nor to deliver if webhooks count. @throws Error when one fails, or time runs out */
async function untilEnded({ service, apiKey }: Asker, areWebhooksIn: boolean, limitMs: number): Promise<void> {
  const totalOf = async (list: string) =>
    (await requestJson(Total, `${service.apiUrl}/api/v1/${list}&limit=1`, { apiKey })).total;
  const lists = unfinished.map((status) => `assignments?status=${status}`);
  if (areWebhooksIn) lists.push('webhooks/deliveries?status=pending');
  const hasEnded = async (): Promise<true | undefined> => {
    if ((await totalOf('assignments?status=failed')) > 0) throw new Error('a publication failed');
    return (await Promise.all(lists.map(totalOf))).every((count) => count === 0) || undefined;
  };
  const complaint = () => 'some publications or webhooks are still under way';
  await until(hasEnded, { limitMs, pollMs: 500, complaint });
}
