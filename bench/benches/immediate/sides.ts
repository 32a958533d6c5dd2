import { join } from 'node:path';
import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { addressOf } from '../../addressOf';
import { RunReport } from '../../baseline/temporal/program';
import type { Run } from '../../baseline/temporal/program';
import type { Message } from '../../baseline/webhooks/postAll';
import type { NamedProgram } from '../../cpuByProgram';
import type { Pace } from '../../inLanes';
import type { Publisher } from '../../publisher';
import { requestJson } from '../../requestJson';
import { until } from '../../until';
import type { Bare } from '../webhooks/bare';

const bareProgram = join(__dirname, '..', '..', 'baseline', 'temporal', 'main.ts');
const pollMs = 500;
/** For a machine that publishes no more than two a second. */
const patienceMs = (count: number) => 60_000 + count * 500;

export interface Asking {
  /** The beginning of all titles. */
  readonly name: string;
  readonly count: number;
  readonly pace: Pace;
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
    publish: async ({ name, count, pace, webhooks }) => {
      const ids = await ask(name, count, { ...pace, callbackUrl: webhooks?.url });
      const published = await untilPublished(ids);
      if (webhooks) await untilNotified();
      return published;
    },
  };
}

/** Starts baseline/temporal, a process of its own that uses the service's Temporal server and platform. */
export async function startBareSide({ processes }: Workshop, publisher: Publisher, receiver: Bare): Promise<Side> {
  const { address, namespace } = publisher.service.temporal;
  const server = processes.start({
    name: 'bare Temporal program',
    command: process.execPath,
    args: ['--import', 'tsx', bareProgram],
    cwd: __dirname,
    env: { ...process.env, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace },
  });
  const url = `${await addressOf('bare Temporal program', server.output)}/run`;
  return {
    programs: [
      ['Temporal', 'temporal'],
      ['worker', bareProgram],
      ['sandbox', 'sandbox/main.ts'],
    ],
    workflows: ['barePost', 'bareWebhook'],
    publish: async ({ name, count, pace, webhooks }) => {
      const body: Run = { count, ...pace, post: { ...publisher.bare, title: name, webhooks } };
      await requestJson(z.object({}), url, { method: 'PUT', body });
      let done = 0;
      const isDone = async (): Promise<readonly Times[] | undefined> => {
        const { published } = await requestJson(RunReport, url);
        done = published.length;
        return done >= count ? published : undefined;
      };
      const complaint = () => `only ${done} of ${count} are published. ${server.output()}`;
      const published = await until(isDone, { limitMs: patienceMs(count), pollMs, complaint });
      if (webhooks) await receiver.untilArrived(count * webhooks.count);
      return published;
    },
  };
}
