import { publishWorkflowId } from '../../domain/workflowContract';
import { jobAndMade } from '../../models/madeOf';
import { publisherFor } from '../../platforms';
import {
  changingCalls,
  isCall,
  kinds,
  mediaOf,
  platformsAt,
  platformsOfKinds,
  requestOf,
  settingsOfKinds,
  wordsFor,
} from '../kinds';
import type { Kind, OutsideCall } from '../kinds';
import { usePublishing } from '../support/publishing';
import type { CreatedJob, JobOverrides } from '../support/publishing';
import type { SourceAnswer } from '../support/mediaSource';
import type { Json } from '../support/sandbox';
import { unlimited } from '../support/quota';
import { until } from '../support/until';
import { rescheduleJob } from './rescheduleJob';
import { retryJob } from './retryJob';

const publishing = usePublishing({ platforms: { open: platformsOfKinds, at: platformsAt } });

beforeAll(async () => {
  for (const settings of settingsOfKinds) await publishing.sandbox.control('POST', '/settings', settings);
});

const title = 'Once';
let made = 0;

async function submit(
  kind: Kind,
  { lastSource = {}, ...overrides }: JobOverrides & { lastSource?: Partial<SourceAnswer> } = {},
): Promise<CreatedJob & { seq: number; title: string; media: ReturnType<typeof publishing.media.serve>[] }> {
  made += 1;
  const own = `${title} ${made}.`;
  const channel = await publishing.connect({ platform: kind.platform });
  const media = Array.from({ length: kind.mediaCount }, (_, nth) =>
    publishing.media.serve({
      bytes: mediaOf(kind, 100_000 + nth, own),
      ...(nth + 1 === kind.mediaCount && lastSource),
    }),
  );
  const request = requestOf(
    kind,
    kind.payload(own, 'public'),
    media.map(({ url }) => url),
  );
  const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
  const job = await publishing.submit(channel, { platform: kind.platform, ...request, ...overrides });
  return { ...job, seq, title: own, media };
}

const whole = ['pending', 'uploading', 'uploaded', 'processing', 'published'];
const statusesOf = async (job: CreatedJob): Promise<string[]> => (await publishing.outcomeOf(job)).statuses;

type Submitted = Awaited<ReturnType<typeof submit>>;

/** All that was done to posts of the job, by the sandbox's record. */
async function effectsOf({ seq, title: own }: Submitted): Promise<Json[]> {
  const effects = (await publishing.callsSince(seq)).flatMap((call: Json) => call.effect ?? []);
  return effects.filter(({ title: seen }) => seen === own);
}

/** Published by one call, as was asked, and paid once. */
async function expectPublished(kind: Kind, submitted: Submitted, job: CreatedJob = submitted): Promise<void> {
  const { run, row, credits } = await publishing.outcomeOf(job, 60_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(credits.slice(-2)).toEqual(['hold', 'charge']);
  const visible = kind
    .postsOf(await publishing.sandbox.state())
    .filter(({ title: seen, audience }) => seen === submitted.title && kind.isVisible(audience));
  expect(visible).toMatchObject([{ id: row.platformPostId, title: submitted.title, audience: 'public' }]);
  expect(row.platformUrl).toBe(kind.addressOf(row.platformPostId!));
  const publications = (await effectsOf(submitted)).filter(
    ({ from, to }) => kind.isVisible(to) && !kind.isVisible(from),
  );
  expect(publications).toHaveLength(1);
  const passed = await publishing.database.query<{ at: Date }>(
    `SELECT at FROM assignment_events WHERE assignment_id = $1 AND status = 'processing'`,
    [job.assignmentId],
  );
  expect(Date.parse(publications[0].at)).toBeGreaterThanOrEqual(passed[0]!.at.getTime());
}

/** How often the platform is asked how a post stands before it is published. */
async function looksBeforePublish(kind: Kind): Promise<number> {
  const job = await submit(kind);
  await publishing.outcomeOf(job);
  const calls = await publishing.callsSince(job.seq);
  const { publish, look } = kind.calls;
  const published = calls.findIndex((call) => isCall(call, publish));
  return calls.filter((call, index) => index < published && isCall(call, look)).length;
}

/** Posts of the job that the platform still has, and what else of its channel nobody sees. */
async function leftOf(kind: Kind, { channel, title: own }: Submitted): Promise<unknown[]> {
  const state = await publishing.sandbox.state();
  return [...kind.postsOf(state).filter((post) => post.title === own), ...kind.leftOn(state, channel.channelId)];
}

async function untilPrepared({ assignmentId }: CreatedJob): Promise<void> {
  const prepared = 'SELECT 1 FROM assignments WHERE id = $1 AND prepared_at IS NOT NULL';
  await until(async () => (await publishing.database.query(prepared, [assignmentId])).length > 0, 60_000);
}

/** The platform loses the draft of a job, or all that it has of one without a draft, as if somebody had deleted it there. */
async function lose({ platform: slug, type }: Kind, job: Submitted): Promise<void> {
  const { made, staged } = (await jobAndMade(publishing.deps.secrets, job))!;
  const { accessToken, channelId } = job.channel;
  const call = { accessToken, channelId, spend: unlimited, signal: AbortSignal.timeout(20_000), notAfterMs: Infinity };
  const publisher = publisherFor(publishing.deps.platforms.get(slug)!, type);
  const lost = made.draftId === null ? made : { items: [], draftId: made.draftId };
  expect(await publisher.remove(call, lost)).toBe('gone');
  expect(await publisher.look(call, made, staged ?? {})).toMatchObject({ kind: 'unknown' });
}

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

/** A job that is prepared, and lost; undefined for a kind that is not prepared before its time. */
async function lostJob(kind: Kind): Promise<Submitted | undefined> {
  if (kind.mediaCount === 0) return undefined;
  const job = await submit(kind, { scheduledAt: inAnHour(), prepareAheadSeconds: 7200 });
  await untilPrepared(job);
  await lose(kind, job);
  return job;
}

/** What was lost is replaced, and all that callers were told is told once. */
async function expectPublishedAnew(kind: Kind, job: Submitted): Promise<void> {
  await expectPublished(kind, job);
  expect(await statusesOf(job)).toEqual(whole);
  expect(await leftOf(kind, job)).toHaveLength(1);
}

/** The run of the next generation, when there is one. */
async function nextRun<T extends CreatedJob>(job: T): Promise<T> {
  const generation = job.generation + 1;
  const taken = 'SELECT 1 FROM assignments WHERE id = $1 AND generation = $2';
  await until(async () => (await publishing.database.query(taken, [job.assignmentId, generation])).length > 0, 60_000);
  return { ...job, generation };
}

async function cancel(job: CreatedJob): Promise<void> {
  await publishing.temporal.client.workflow.getHandle(publishWorkflowId(job)).cancel();
  const { run, row } = await publishing.outcomeOf(job);
  expect([run, row.status, row.cleanup === 'due']).toEqual(['CANCELLED', 'cancelled', false]);
}

const ofAllKinds = async (work: (kind: Kind) => Promise<void>) => Promise.all(kinds.map(work));

describe('a post of each kind', () => {
  it('is published by one call, as soon as the platform has processed it', async () => {
    await publishing.sandbox.control('POST', '/settings', { processingMs: 300 });
    await ofAllKinds(async (kind) => {
      const job = await submit(kind);
      await expectPublished(kind, job);
      expect(await statusesOf(job)).toEqual(whole);
    });
  });

  it('is not seen before its time', async () => {
    const scheduledAt = new Date(Date.now() + 1500);
    await ofAllKinds(async (kind) => {
      const job = await submit(kind, { scheduledAt });
      await expectPublished(kind, job);
      const early = (await effectsOf(job)).filter(
        ({ to, at }) => kind.isVisible(to) && Date.parse(at) < scheduledAt.getTime(),
      );
      expect(early).toEqual([]);
    });
  });

  it('that is cancelled while the last of its media is on its way leaves nothing behind', async () => {
    await ofAllKinds(async (kind) => {
      if (kind.mediaCount === 0) return;
      const job = await submit(kind, { lastSource: { pauseAfterBytes: 50_000 } });
      await until(() => job.media.some(({ requests }) => requests.some(({ sentBytes }) => sentBytes === 50_000)));
      await cancel(job);
      for (const { resume } of job.media) resume();
      expect(await leftOf(kind, job)).toEqual([]);
    });
  });

  it('that is cancelled when it is prepared leaves nothing behind', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    await ofAllKinds(async (kind) => {
      const job = await submit(kind, { scheduledAt, prepareAheadSeconds: 7200 });
      await untilPrepared(job);
      await cancel(job);
      expect(await leftOf(kind, job)).toEqual([]);
    });
  });

  it('that its platform loses before its time is prepared anew, and is published once at its time', async () => {
    await ofAllKinds(async (kind) => {
      const job = await lostJob(kind);
      if (!job) return;
      const anew = await nextRun(await rescheduleJob(publishing, job, inAnHour()));
      await untilPrepared(anew);
      const scheduledAt = new Date(Date.now() + 1500);
      const next = await rescheduleJob(publishing, anew, scheduledAt);
      await expectPublishedAnew(kind, next);
      const { row } = await publishing.outcomeOf(next);
      expect(row.publishedAt!.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
    });
  });

  it('that its platform loses when nothing looks any more is published late, and once', async () => {
    await ofAllKinds(async (kind) => {
      const job = await lostJob(kind);
      if (!job) return;
      const next = await nextRun(await rescheduleJob(publishing, job, new Date()));
      await expectPublishedAnew(kind, next);
      expect(next.generation).toBe(3);
    });
  });

  it('whose last medium is not there leaves nothing behind', async () => {
    await ofAllKinds(async (kind) => {
      if (kind.mediaCount === 0) return;
      const job = await submit(kind, { lastSource: { status: 404 } });
      const { row } = await publishing.outcomeOf(job);
      expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'MEDIA_DOWNLOAD_FAILED' }] });
      expect(await leftOf(kind, job)).toEqual([]);
    });
  });
});

describe.each(kinds.map((kind) => ({ name: wordsFor(kind), kind })))('a post: $name', ({ kind }) => {
  const faultOn = async (call: OutsideCall, action: object, count = {}) =>
    publishing.fault({ ...call, platform: kind.platform, ...count }, action);

  it('is published once although each call has its effect and no answer, and then fails once', async () => {
    const calls = changingCalls(kind);
    for (const call of calls) await faultOn(call, { loseAnswer: true });
    for (const call of calls) await faultOn(call, { status: 503 }, { nth: 2 });
    const job = await submit(kind);
    await expectPublished(kind, job);
    const struck = (await publishing.callsSince(job.seq)).filter(({ fault }) => fault !== null);
    expect(calls.filter((wanted) => !struck.some((call) => isCall(call, wanted)))).toEqual([]);
  });

  it('that the platform refuses leaves nothing behind, and is published by its retry', async () => {
    await faultOn(kind.calls.publish, { error: kind.calls.errors.refused });
    const job = await submit(kind);
    const { row, credits } = await publishing.outcomeOf(job);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'PERMISSION_DENIED' }], cleanup: 'done' });
    expect(credits).toEqual(['hold', 'release']);
    expect(await leftOf(kind, job)).toEqual([]);
    await expectPublished(kind, job, await retryJob(publishing, job));
  });

  it('that turns out to be live after its outcome was open is not published again', async () => {
    const looks = await looksBeforePublish(kind);
    await faultOn(kind.calls.publish, { loseAnswer: true });
    await faultOn(kind.calls.look, { error: kind.calls.errors.refused }, { nth: looks + 1, times: 20 });
    const job = await submit(kind);
    const { row } = await publishing.outcomeOf(job, 60_000);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'OUTCOME_UNKNOWN' }], cleanup: 'none' });
    await publishing.sandbox.control('DELETE', '/faults');
    await expectPublished(kind, job, await retryJob(publishing, job));
  });
});
