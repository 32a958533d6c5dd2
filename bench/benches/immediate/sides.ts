import { bareProgram, bareWorkflows } from '../../baseline/temporal/startBareTemporal';
import type { BareTemporal } from '../../baseline/temporal/startBareTemporal';
import type { Message } from '../../baseline/webhooks/postOne';
import type { Receiver } from '../../baseline/webhooks/startReceiver';
import type { NamedProgram } from '../../measure/cpuByProgram';
import type { Publisher } from '../../service/publisher';
import type { Pace } from '../../tools/inLanes';
import { until } from '../../tools/until';

const pollMs = 500;
/** For a machine that publishes no more than two a second. */
const patienceMs = (count: number) => 60_000 + count * 500;

export interface Asking {
  /** The beginning of all titles. */
  readonly name: string;
  readonly count: number;
  readonly pace: Pace;
  /** The media of each post; the sandbox's own if left out. */
  readonly mediaUrl?: string | undefined;
  /** The webhooks that each post causes; without them none. */
  readonly webhooks?: (Message & { readonly count: number }) | undefined;
}

/** In milliseconds since 1970. */
export interface Times {
  readonly createdMs: number;
  readonly publishedMs: number;
}

/** A publisher on Temporal. */
export interface Side {
  /** The programs in which it, Temporal and the platform run. */
  readonly programs: readonly NamedProgram[];
  /** The types of its workflows. */
  readonly workflows: readonly string[];
  /** Publishes posts. Resolves when all are published, and their webhooks delivered. @throws Error when they are not */
  readonly publish: (asking: Asking) => Promise<readonly Times[]>;
}

/** The service, which decides by itself how many webhooks a post causes. */
export function serviceSide({ ask, untilPublished, untilNotified }: Publisher): Side {
  return {
    programs: [
      ['Temporal', 'temporal'],
      ['worker', 'worker.js'],
      ['API', 'api.js'],
      ['PostgreSQL', 'postgres'],
      ['sandbox', 'sandbox/main.ts'],
    ],
    workflows: ['publishAssignment', 'deliverWebhook'],
    publish: async ({ name, count, pace, mediaUrl, webhooks }) => {
      const ids = await ask(name, count, { ...pace, mediaUrl, callbackUrl: webhooks?.url });
      const published = await untilPublished(ids);
      if (webhooks) await untilNotified();
      return published;
    },
  };
}

/** The bare program, on the service's Temporal server and platform. */
export function bareSide({ begin, report, output }: BareTemporal, { bare }: Publisher, receiver: Receiver): Side {
  return {
    programs: [
      ['Temporal', 'temporal'],
      ['worker', bareProgram],
      ['sandbox', 'sandbox/main.ts'],
    ],
    workflows: bareWorkflows,
    publish: async ({ name, count, pace, mediaUrl = bare.mediaUrl, webhooks }) => {
      await begin({ count, ...pace, post: { ...bare, mediaUrl, title: name, webhooks } });
      let done = 0;
      const isDone = async (): Promise<readonly Times[] | undefined> => {
        const { published } = await report();
        done = published.length;
        return done >= count ? published : undefined;
      };
      const complaint = () => `only ${done} of ${count} are published. ${output()}`;
      const published = await until(isDone, { limitMs: patienceMs(count), pollMs, complaint });
      if (webhooks) await receiver.untilArrived(count * webhooks.count);
      return published;
    },
  };
}
