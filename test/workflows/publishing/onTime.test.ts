import { publishWorkflowId } from '../../../domain/workflowContract';
import { Assignment } from '../../../models/assignments/Assignment';
import { isCall, kinds, oneOfEachPlatform, platformsAt, platformsOfKinds, requestOf } from '../../kinds';
import type { Kind } from '../../kinds';
import { createHostileHosts } from '../../support/platforms/hostileHosts';
import { makePng } from '../../support/media/mediaFiles';
import { film, usePublishing } from '../../support/runs/publishing';
import type { Channel, CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { rescheduleAssignment } from '../operations/rescheduleAssignment';

/** Hosts of pictures: a post that waited for a host would never be published. */
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

const rowOf = async ({ assignmentId }: CreatedRun) => (await Assignment.findByPk(assignmentId))!;
const untilStatus = async (assignment: CreatedRun, status: string) =>
  until(async () => (await rowOf(assignment)).status === status, { wanted: status });

/** An assignment of the kind, which is due at once, or was put off once it was prepared or its picture was asked for. */
async function dueAssignment(kind: Kind, when: string, extras: object, channel: Channel): Promise<CreatedRun> {
  const media = publishing.media.serve({ bytes: kind.media(film.length) }).url;
  const request = requestOf(kind, { ...kind.payload('On time', 'public'), ...extras }, [media]);
  const assignment = { platform: kind.platform, ...request };
  if (when === 'at once') return publishing.submit(channel, assignment);
  const first = await publishing.submit(channel, {
    ...assignment,
    scheduledAt: inMs(3_600_000),
    prepareAheadSeconds: 7200,
  });
  await until(async () => (await rowOf(first)).preparedAt !== null || hostile.asked() > 0);
  return rescheduleAssignment(publishing, first, inMs(2000));
}

/** The calls that change the platform, up to the call that publishes. */
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
    await untilStatus(await dueAssignment(kind, when, {}, channels[0]), 'published');
    const expected = await changesUpToPublish(kind, beforePlain);

    hostile.hang();
    const placeId = await makePlace(publishing.sandbox.url, channels[1].accessToken);
    const pictureUrl = publishing.media.serve({ bytes: png }).url + hostile.query;
    const before = await lastSeq();
    const assignment = await dueAssignment(kind, when, { [picture]: pictureUrl, [place]: placeId }, channels[1]);
    await untilStatus(assignment, 'published');
    expect(await changesUpToPublish(kind, before)).toEqual(expected);

    await until(async () => hostile.asked() > 0 && (await postOf(assignment)).places?.length === 1);
    expect(await postOf(assignment)).toMatchObject({ hasPicture: false, places: [placeId] });
    hostile.release();
    expect((await publishing.outcomeOf(assignment)).run).toBe('COMPLETED');
    expect(await postOf(assignment)).toMatchObject({ hasPicture: true, places: [placeId] });
  });

  it('has a picture that is there in time before, and nothing more is asked at its time', async () => {
    const channel = await publishing.connect({ platform });
    const pictureUrl = publishing.media.serve({ bytes: png }).url;
    const assignment = await dueAssignment(kind, 'at its time', { [picture]: pictureUrl }, channel);
    const before = await lastSeq();
    expect((await publishing.outcomeOf(assignment)).run).toBe('COMPLETED');
    const changes = (await publishing.callsSince(before)).filter(({ method }) => method !== 'GET');
    expect(changes).toHaveLength(1);
    expect(isCall(changes[0]!, kind.calls.publish)).toBe(true);
    expect(calls.some((call) => isCall(changes[0]!, call))).toBe(false);
    expect(await postOf(assignment)).toMatchObject({ hasPicture: true });
  });

  it('has what it owes although its run is lost', async () => {
    hostile.hang();
    const channel = await publishing.connect({ platform });
    const placeId = await makePlace(publishing.sandbox.url, channel.accessToken);
    const pictureUrl = publishing.media.serve({ bytes: png }).url + hostile.query;
    const assignment = await dueAssignment(kind, 'at once', { [picture]: pictureUrl, [place]: placeId }, channel);
    await until(() => hostile.asked() > 0);
    await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).terminate('by hand');
    await age(assignment);
    await until(async () => {
      await publishing.deps.reconcile('recent', () => undefined);
      return (await rowOf(assignment)).generation === 2;
    });
    // The lost run may still have its call on its way: the next run waits for its lease.
    await until(() => hostile.asked() > 1);
    hostile.release();
    expect((await publishing.outcomeOf({ ...assignment, generation: 2 })).run).toBe('COMPLETED');
    expect(await postOf(assignment)).toMatchObject({ hasPicture: true, places: [placeId] });
    expect(await publishing.deps.reconcile('recent', () => undefined)).toMatchObject({ looked: 0 });
  });

  const postOf = async (assignment: CreatedRun) => {
    const { platformPostId } = await rowOf(assignment);
    const posts = kind.postsOf((await publishing.sandbox.control('GET', '/state')).body);
    return posts.find(({ id }) => id === platformPostId)!;
  };
});

/** Lets the assignment's last change and the dispatch of its start lie more than a minute back. */
async function age({ assignmentId }: CreatedRun): Promise<void> {
  for (const write of [
    `UPDATE assignments SET updated_at = now() - interval '61 s' WHERE id = $1`,
    `UPDATE outbox SET dispatched_at = dispatched_at - interval '61 s' WHERE subject_id = $1`,
  ])
    await publishing.database.query(write, [assignmentId]);
}
