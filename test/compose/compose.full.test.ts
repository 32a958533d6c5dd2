import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { kindOf } from '../kinds';
import { textOf } from '../support/projectFiles';
import { until } from '../support/until';
import { apiUrl, openInstallation, owners, sandboxUrl, tell, untilHealthy } from './installation';
import type { Installation } from './installation';
import type { AskedPost, LoadChannel, LoadReport } from './load';

/** Programs and images are made anew on a machine that has none: a quarter of an hour on two cores. */
const limitMs = 60 * 60_000;
jest.setTimeout(limitMs);

/** A stop takes so long at most. */
const stopSeconds = 20;
const perSecond = 100;
const mediaUrl = `${sandboxUrl}/_sandbox/media/sample.mp4`;

/** The n-th block of shell lines under a heading of docs/deploy.md. */
function shellOf(heading: string, nth: number): string {
  const [, after = ''] = textOf('docs/deploy.md').split(new RegExp(`^## ${heading}$`, 'm'));
  const [section = ''] = after.split(/^## /m);
  const blocks = Array.from(section.matchAll(/```sh\n([\s\S]*?)```/g), ([, block]) => block!);
  if (blocks[nth] === undefined) throw new Error(`docs/deploy.md has no block ${nth} under "${heading}"`);
  return blocks[nth];
}

let site: Installation;
let workspace: { apiKey: string; webhookSecret: string };
let channels: LoadChannel[];

beforeAll(async () => {
  site = await openInstallation();
}, limitMs);
afterAll(async () => site?.stop(), limitMs);

const json = (text: string) => JSON.parse(text.trim().split('\n').at(-1)!);

/** What these tests read of an assignment. */
interface Detail {
  id: string;
  status: string;
  errors: unknown[];
  createdAt: string;
  scheduledAt: string | null;
  timeline: { status: string; at: string }[];
}

async function detailOf(id: string): Promise<Detail> {
  const { status, body } = await site.ask({ ...workspace, method: 'GET', path: `/api/v1/assignments/${id}` });
  expect([id, status]).toEqual([id, 200]);
  return body;
}

/** Asks for a post of the platform. @returns the post as it was asked for */
async function askForPost(channel: LoadChannel, text: string, scheduledAt: string | null = null): Promise<AskedPost> {
  const isVideo = channel.platform === 'youtube';
  const type = isVideo ? 'video' : 'text';
  const content = isVideo ? { payload: { title: text, privacy: 'public' }, mediaUrl } : { payload: { message: text } };
  const { connectionId, platform } = channel;
  const body = { connectionId, type, ...content, scheduledAt };
  const made = await site.ask({ ...workspace, method: 'POST', path: '/api/v1/assignments', body });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return { id: made.body.id, platform, type, text, scheduledAt };
}

/** Waits until the posts are published, and finds each on its platform, once. @returns their assignments */
async function expectPublishedOnce(posts: readonly AskedPost[]): Promise<Detail[]> {
  const isOver = ({ status }: Detail): boolean => ['published', 'failed', 'cancelled'].includes(status);
  const details: Detail[] = [];
  for (const { id, text } of posts) {
    const read = async () => {
      const seen = await detailOf(id);
      return isOver(seen) && seen;
    };
    details.push(await until(read, { limitMs: 300_000, stepMsMax: 500, wanted: `the end of ${text}` }));
  }
  expect(details.filter(({ status }) => status !== 'published')).toEqual([]);
  const { body: state } = await site.ask({ url: sandboxUrl, method: 'GET', path: '/_sandbox/state' });
  const live = posts.map((post) => {
    const all = kindOf(post).postsOf(state);
    return [post.text, all.filter(({ title, audience }) => title === post.text && audience === 'public').length];
  });
  expect(live).toEqual(posts.map(({ text }) => [text, 1]));
  return details;
}

/** The milliseconds after its time, or after its request, at which a post went live. */
function latenessOf({ timeline, scheduledAt, createdAt }: Detail): number {
  const { at } = timeline.findLast(({ status }) => status === 'published')!;
  return Date.parse(at) - Date.parse(scheduledAt ?? createdAt);
}

const psOf = async (service: string): Promise<string[]> => (await site.containers(service)).map(({ id }) => id);

describe('the image', () => {
  it("has Temporal's native library for its own machine, and for no other", async () => {
    const list = 'ls /app/node_modules/@temporalio/core-bridge/releases';
    const libraries = await site.type(`docker run --rm --entrypoint sh content-delivery -c '${list}'`);
    const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
    expect(libraries.trim().split('\n')).toEqual([`${machine}-unknown-linux-gnu`]);
    const bytes = async (name: string) => Number(await site.type(`docker image inspect -f '{{.Size}}' ${name}`));
    const [node = ''] = /(?<=ARG NODE=).*/.exec(textOf('Dockerfile')) ?? [];
    const [whole, base] = [await bytes('content-delivery'), await bytes(node)];
    tell(`the image: ${Math.round(whole / 1e6)} MB, ${Math.round(base / 1e6)} MB of them its base`);
  });
});

describe('docker compose up', () => {
  it('brings up everything, and makes a workspace, by the lines of docs/deploy.md', async () => {
    const said = await site.timed('up and a workspace', async () => site.type(shellOf('With Docker Compose', 1)));
    workspace = json(said);
    for (const service of ['postgres', 'temporal', 'api', 'worker']) await untilHealthy(site, service, 1);
    for (const service of ['migrate', 'temporal-schema', 'temporal-namespace'])
      expect(await site.containers(service)).toMatchObject([{ status: 'exited', exitCode: 0 }]);
    const health = await site.ask({ method: 'GET', path: '/api/v1/health' });
    expect(health.status).toBe(200);
    const ui = 'http://127.0.0.1:8233';
    await until(
      async () => (await site.ask({ url: ui, method: 'GET', path: '/namespaces/default/workflows' })).status === 200,
    );
  });

  it.each(Object.keys(owners) as (keyof typeof owners)[])('publishes a post of %s', async (platform) => {
    const order = { url: apiUrl, apiKey: workspace.apiKey, platform, ...owners[platform] };
    const connectionId = await site.order('connect', order);
    channels = [...(channels ?? []), { connectionId, platform }];
    await expectPublishedOnce([await askForPost({ connectionId, platform }, `The first post of ${platform}`)]);
  });

  it.each(['api', 'worker'])('gives %s no root, no place to write in the image, and no capability', async (service) => {
    const inside = async (line: string) => site.engine.type(`docker exec ${(await psOf(service))[0]} sh -c '${line}'`);
    const status = (await inside('cat /proc/self/status')).stdout;
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
      expect(status).toMatch(`${set}:\t${'0'.repeat(16)}`);
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const refused = await inside('echo > /app/dist/bin/api.js');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/Read-only file system|Permission denied/),
    ]);
    expect((await inside('echo > /app/new')).code).not.toBe(0);
    expect((await inside('echo > /tmp/new && echo > /media/new && rm /tmp/new /media/new')).code).toBe(0);
    const { stdout } = await site.engine.type(
      `docker inspect -f '{{.HostConfig.ReadonlyRootfs}}' ${(await psOf(service))[0]}`,
    );
    expect(stdout.trim()).toBe('true');
  });
});

describe('docker-compose.balanced.yml', () => {
  const heading = 'Several APIs behind one port';
  const balanced = async (nth: number) => site.type(shellOf(heading, 0).split('\n')[0]! + '\n' + shellOf(heading, nth));

  it('runs two APIs behind a balancer, and three workers', async () => {
    await site.timed('two APIs, a balancer, three workers', async () => site.type(shellOf(heading, 0)));
    await untilHealthy(site, 'api', 2);
    await untilHealthy(site, 'worker', 3);
    await until(async () => (await site.ask({ method: 'GET', path: '/api/v1/health' })).status === 200, {
      isForgiving: true,
    });
  });

  describe(`a release at ${perSecond} requests a second`, () => {
    let report: LoadReport;
    let details: Detail[];

    it('fails no request', async () => {
      const before = [...(await psOf('api')), ...(await psOf('worker'))];
      await site.order('startLoad', {
        url: apiUrl,
        apiKey: workspace.apiKey,
        channels,
        mediaUrl,
        callbackUrl: `${sandboxUrl}/_sandbox/receiver/load`,
        perSecond,
        requestsPerPost: perSecond,
      });
      await delay(5000);
      await site.timed('the release', async () => balanced(1));
      await delay(5000);
      report = await site.order('endLoad', null);
      const { asked, seconds, slowestMs, posts, failed } = report;
      tell(
        `${asked} requests, ${Math.round(asked / seconds)} a second, ${posts.length} of them posts: ${failed.length} failed, ` +
          `the slowest took ${Math.round(slowestMs)} ms`,
      );
      const after = [...(await psOf('api')), ...(await psOf('worker'))];
      expect(after).toHaveLength(before.length);
      expect(after.filter((id) => before.includes(id))).toEqual([]);
      expect(failed).toEqual([]);
    });

    it('publishes each post once, none early, and tells how late', async () => {
      details = await expectPublishedOnce(report.posts);
      const scheduled = details.filter(({ scheduledAt }) => scheduledAt !== null);
      const late = scheduled.map(latenessOf).toSorted((one, other) => other - one);
      tell(
        `${details.length} posts, ${late.length} of them with a time: ${late.filter((ms) => ms > 1000).length} over 1 s late, ` +
          `the latest ${late[0]} ms, half of them at most ${late[Math.floor(late.length / 2)]} ms; load ${loadavg()[0]!.toFixed(1)}`,
      );
      expect(late.at(-1)).toBeGreaterThanOrEqual(0);
    });

    it('sends each webhook once', async () => {
      const names = new Set(report.posts.map((_post, nth) => `load-${Math.floor(nth / 100)}`));
      const wanted = details.flatMap(({ id, timeline }) => timeline.slice(1).map(({ status }) => `${id} ${status}`));
      const received = async (): Promise<string[]> => {
        const answers = await Promise.all(
          [...names].map((name) => site.ask({ url: sandboxUrl, method: 'GET', path: `/_sandbox/receiver/${name}` })),
        );
        const bodies = answers.flatMap(({ body }) =>
          body.deliveries.map((one: { body: string }) => JSON.parse(one.body)),
        );
        return bodies.map(({ assignmentId, status }) => `${assignmentId} ${status}`);
      };
      await until(async () => (await received()).length >= wanted.length, { limitMs: 300_000, stepMsMax: 500 });
      await delay(5000);
      expect((await received()).toSorted()).toEqual(wanted.toSorted());
    });
  });

  it('goes on without a worker that is killed, and starts it again', async () => {
    const [killed = ''] = await psOf('worker');
    const due = new Date(Date.now() + 4000).toISOString();
    const posts = [];
    for (let nth = 0; nth < 10; nth += 1)
      posts.push(await askForPost(channels[nth % channels.length]!, `Post ${nth} of a killed worker`, due));
    await site.type(`kill -9 $(docker inspect -f '{{.State.Pid}}' ${killed})`);
    const late = (await expectPublishedOnce(posts)).map(latenessOf);
    tell(`a worker killed: 10 posts, the latest ${Math.max(...late)} ms after its time`);
    await untilHealthy(site, 'worker', 3);
    expect((await site.containers('worker')).find(({ id }) => id === killed)).toMatchObject({ restarts: 1 });
  });

  it(`stops within ${stopSeconds} s, with exit code 0`, async () => {
    const files = shellOf(heading, 0).split('\n')[0]!;
    // A container that takes longer is killed: its exit code is 137.
    await site.timed('stop', async () => site.type(`${files}\ndocker compose stop --timeout ${stopSeconds}`));
    for (const service of ['api', 'worker'])
      for (const { status, exitCode } of await site.containers(service))
        expect([service, status, exitCode]).toEqual([service, 'exited', 0]);
  });
});
