import { z } from 'zod';
import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { atMost, valuesOf } from '../measure/figures';
import { growthOf } from '../measure/growth';
import { openPageMeter } from '../measure/pagesRead';
import type { Meter } from '../measure/pagesRead';
import { readCount } from '../measure/readCount';
import { percentile } from '../measure/statistics';
import { openPublisher } from '../service/publisher';
import type { Publisher } from '../service/publisher';
import { registerUser, workspaceOf } from '../service/registerUser';
import { runMinuteTask } from '../service/runMinuteTask';
import { requestJson } from '../tools/requestJson';
import { withDatabase } from '../tools/withDatabase';
import { cpuMeter } from './growth/measure';
import { addDuePosts, addOthers, duePosts } from './readings/fill';
import type { Owner } from './readings/fill';

const p95MsMax = 100;
/** Questions for each kind of answer. */
const asked = 200;

const Answer = z.object({ points: z.array(z.unknown()).min(1) }).or(z.object({ items: z.array(z.unknown()).min(1) }));

/** As many posts are due at each size, of more and more whose numbers are read over time. */
export const readings: Bench = {
  name: 'readings',
  summary:
    'A round of readings of 1,000 due posts, the history of a post and the best posts, among a thousand and among a million.',
  isLong: true,
  options: {
    posts: {
      default: '1000,1000000',
      description: 'how many posts there are at each size, besides those that are due',
    },
  },
  prepare: async (workshop, { posts = '' }) => {
    const sizes = posts.split(',').map((text) => readCount('posts', text, 10, 10_000_000));
    return prepare(workshop, sizes);
  },
};

interface Scene {
  readonly publisher: Publisher;
  readonly token: string;
  readonly ids: readonly string[];
}

async function prepare(workshop: Workshop, sizes: readonly number[]): Promise<Preparation> {
  let person = { token: '', organizationId: '' };
  const publisher = await openPublisher(workshop, async (service) => {
    person = await registerUser(service);
    return (await workspaceOf(service, person)).workspaceId;
  });
  const { databaseUrl } = publisher.service;
  const { workspaceId, connectionId } = publisher.channel;
  const owner: Owner = { workspaceId, connectionId, organizationId: person.organizationId };
  const ids = await withDatabase(databaseUrl, async (client) => addDuePosts(client, owner));
  const scene = { publisher, token: person.token, ids };
  await readAll(scene, cpuMeter);
  const pageMeter = await openPageMeter(workshop, databaseUrl);
  let held = 0;
  const arms = sizes.map((size): Arm => {
    return {
      name: String(size),
      run: async (): Promise<Sample> => {
        if (size > held) {
          const beganMs = performance.now();
          await withDatabase(databaseUrl, async (client) => addOthers(client, owner, held, size));
          workshop.say(`  ${size} posts were there after ${((performance.now() - beganMs) / 1000).toFixed(0)} s`);
          held = size;
        }
        const [, roundPages] = await readAll(scene, pageMeter);
        const [roundSeconds, roundCpuMs] = await readAll(scene, cpuMeter);
        const history = await p95Of(scene, (nth) => `assignments/${ids[nth % ids.length]}/stats/history`);
        const best = await p95Of(scene, (nth) => `console/stats/best-posts?by=${figures[nth % figures.length]}`);
        return { roundMs: roundSeconds * 1000, roundCpuMs, roundPages, historyP95Ms: history, bestP95Ms: best };
      },
    };
  });
  return { arms, order: 'armByArm', judge: (rounds) => judge(rounds, sizes) };
}

const figures = ['views', 'likes', 'comments', 'shares'];

/** Lets as many posts be due now, and the service read them. @returns the seconds of the run, and its cost */
async function readAll({ publisher: { service }, ids }: Scene, meter: Meter): Promise<[seconds: number, cost: number]> {
  const count = async () =>
    withDatabase(service.databaseUrl, async (client) => {
      const sql = 'SELECT count(*)::integer AS count FROM post_readings WHERE assignment_id = ANY($1::uuid[])';
      return (await client.query<{ count: number }>(sql, [ids])).rows[0]?.count ?? 0;
    });
  await withDatabase(service.databaseUrl, async (client) =>
    client.query('UPDATE read_posts SET next_reading_at = now() WHERE assignment_id = ANY($1::uuid[])', [ids]),
  );
  const before = await count();
  const measured = await meter(async () => runMinuteTask(service, 'read-posts'));
  const read = (await count()) - before;
  if (read !== duePosts) throw new Error(`of ${duePosts} posts ${read} were read`);
  return measured;
}

async function p95Of({ publisher, token }: Scene, pathOf: (nth: number) => string): Promise<number> {
  const ms: number[] = [];
  for (let nth = 0; nth < asked; nth += 1) {
    const path = pathOf(nth);
    const apiKey = path.startsWith('console/') ? token : publisher.channel.apiKey;
    const beganMs = performance.now();
    await requestJson(Answer, `${publisher.service.apiUrl}/api/v1/${path}`, { apiKey });
    ms.push(performance.now() - beganMs);
  }
  return percentile(ms, 0.95);
}

/** The figures of these rounds: a round costs what is due, and no more where there are more. */
export function judge(rounds: readonly Round[], counts: readonly number[]): Figure[] {
  const sizes = { arms: counts.map(String), counts };
  const largest = String(counts.at(-1));
  return [
    growthOf(rounds, sizes, 'a round of 1,000 due posts, time', { name: 'roundMs', unit: 'ms', digits: 0 }),
    growthOf(rounds, sizes, 'a round of 1,000 due posts, CPU', { name: 'roundCpuMs', unit: 'ms', digits: 0 }),
    growthOf(rounds, sizes, 'a round of 1,000 due posts, pages', {
      name: 'roundPages',
      unit: '',
      digits: 0,
      isFree: true,
    }),
    growthOf(rounds, sizes, 'the history of a post, p95', { name: 'historyP95Ms', unit: 'ms', isFree: true }),
    growthOf(rounds, sizes, 'the best posts, p95', { name: 'bestP95Ms', unit: 'ms', isFree: true }),
    atMost(p95MsMax, 'the history of a post at the last size, p95', valuesOf(rounds, largest, 'historyP95Ms'), {
      unit: 'ms',
    }),
    atMost(p95MsMax, 'the best posts at the last size, p95', valuesOf(rounds, largest, 'bestP95Ms'), { unit: 'ms' }),
  ];
}
