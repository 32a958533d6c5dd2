import { publishWorkflowId } from '../../../domain/workflowContract';
import { Assignment } from '../../../models/assignments/Assignment';
import { isCall, kinds, oneOfEachPlatform, platformsAt, platformsOfKinds, requestOf } from '../../kinds';
import type { Kind } from '../../kinds';
import { createHostileHosts } from '../../support/platforms/hostileHosts';
import { makePng } from '../../support/media/mediaFiles';
import { film, usePublishing } from '../../support/runs/publishing';
import type { Channel, CreatedJob } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { rescheduleJob } from '../operations/rescheduleJob';

/** Hosts of pictures: a post that waited for one of them would never be published. */
const hostile = createHostileHosts();
const publishing = usePublishing({
  platforms: { open: platformsOfKinds, at: platformsAt },
  deps: { safeFetch: hostile.safeFetch },
});
afterEach(() => hostile.release());
afterAll(() => hostile.close());

const dressed = oneOfEachPlatform(kinds.filter(({ extras }) => extras !== undefined));
const png = makePng(1280, 720);
const inMs = (ms: number): Date => new Date(Date.now() + ms);

const rowOf = async ({ assignmentId }: CreatedJob) => (await Assignment.findByPk(assignmentId))!;
const untilStatus = async (job: CreatedJob, status: string) =>
  until(async () => (await rowOf(job)).status === status, { wanted: status });

/** A job of the kind, which is due at once, or was put off once it was prepared or its picture was asked for. */
async function dueJob(kind: Kind, when: string, extras: object, channel: Channel): Promise<CreatedJob> {
  const media = publishing.media.serve({ bytes: kind.media(film.length) }).url;
  const request = requestOf(kind, { ...kind.payload('On time', 'public'), ...extras }, [media]);
  const job = { platform: kind.platform, ...request };
  if (when === 'at once') return publishing.submit(channel, job);
  const first = await publishing.submit(channel, { ...job, scheduledAt: inMs(3_600_000), prepareAheadSeconds: 7200 });
  await until(async () => (await rowOf(first)).preparedAt !== null || hostile.asked() > 0);
  return rescheduleJob(publishing, first, inMs(2000));
}

/** The calls that change something, up to the one that publishes. */
async function changesUpToPublish({ calls }: Kind, since: number): Promise<string[]> {
  const made = (await publishing.callsSince(since)).filter(({ method }) => method !== 'GET');
  const last = made.findIndex((call) => isCall(call, calls.publish));
  expect(last).toBeGreaterThanOrEqual(0);
  return made.slice(0, last + 1).map(({ method, path }) => `${method} ${path}`);
}

const lastSeq = async () => (await publishing.callsSince(0)).at(-1)?.seq ?? 0;

describe.each(dressed.map((kind) => [kind.platform, kind] as const))('a post of %s', (_platform, kind) => {
  const { picture, place, calls, makePlace } = kind.extras!;
  const { platform } = kind;

  it.each(['at once', 'at its time'])('whose picture hangs goes live %s, by the calls of one without', async (when) => {
    const channels = [await publishing.connect({ platform }), await publishing.connect({ platform })] as const;
    const beforePlain = await lastSeq();
    await untilStatus(await dueJob(kind, when, {}, channels[0]), 'published');
    const expected = await changesUpToPublish(kind, beforePlain);

    hostile.hang();
    const placeId = await makePlace(publishing.sandbox.url, channels[1].accessToken);
    const pictureUrl = publishing.media.serve({ bytes: png }).url + hostile.query;
    const before = await lastSeq();
    const job = await dueJob(kind, when, { [picture]: pictureUrl, [place]: placeId }, channels[1]);
    await untilStatus(job, 'published');
    expect(await changesUpToPublish(kind, before)).toEqual(expected);

    await until(async () => hostile.asked() > 0 && (await postOf(job)).places?.length === 1);
    expect(await postOf(job)).toMatchObject({ hasPicture: false, places: [placeId] });
    hostile.release();
    expect((await publishing.outcomeOf(job)).run).toBe('COMPLETED');
    expect(await postOf(job)).toMatchObject({ hasPicture: true, places: [placeId] });
  });

  it('has a picture that is there in time before, and nothing more is asked at its time', async () => {
    const channel = await publishing.connect({ platform });
    const pictureUrl = publishing.media.serve({ bytes: png }).url;
    const job = await dueJob(kind, 'at its time', { [picture]: pictureUrl }, channel);
    const before = await lastSeq();
    expect((await publishing.outcomeOf(job)).run).toBe('COMPLETED');
    const changes = (await publishing.callsSince(before)).filter(({ method }) => method !== 'GET');
    expect(changes).toHaveLength(1);
    expect(isCall(changes[0]!, kind.calls.publish)).toBe(true);
    expect(calls.some((call) => isCall(changes[0]!, call))).toBe(false);
    expect(await postOf(job)).toMatchObject({ hasPicture: true });
  });

  it('has what it owes although its run is lost', async () => {
    hostile.hang();
    const channel = await publishing.connect({ platform });
    const placeId = await makePlace(publishing.sandbox.url, channel.accessToken);
    const pictureUrl = publishing.media.serve({ bytes: png }).url + hostile.query;
    const job = await dueJob(kind, 'at once', { [picture]: pictureUrl, [place]: placeId }, channel);
    await until(() => hostile.asked() > 0);
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(job)).terminate('by hand');
    await age(job);
    await until(async () => {
      await publishing.deps.reconcile('recent', () => undefined);
      return (await rowOf(job)).generation === 2;
    });
    // The lost run may still have its call on its way: the next one waits for its lease.
    await until(() => hostile.asked() > 1);
    hostile.release();
    expect((await publishing.outcomeOf({ ...job, generation: 2 })).run).toBe('COMPLETED');
    expect(await postOf(job)).toMatchObject({ hasPicture: true, places: [placeId] });
    expect(await publishing.deps.reconcile('recent', () => undefined)).toMatchObject({ looked: 0 });
  });

  const postOf = async (job: CreatedJob) => {
    const { platformPostId } = await rowOf(job);
    const posts = kind.postsOf((await publishing.sandbox.control('GET', '/state')).body);
    return posts.find(({ id }) => id === platformPostId)!;
  };
});

/** Lets the job's last change and the dispatch of its start lie more than a minute back. */
async function age({ assignmentId }: CreatedJob): Promise<void> {
  for (const write of [
    `UPDATE assignments SET updated_at = now() - interval '61 s' WHERE id = $1`,
    `UPDATE outbox SET dispatched_at = dispatched_at - interval '61 s' WHERE subject_id = $1`,
  ])
    await publishing.database.query(write, [assignmentId]);
}
