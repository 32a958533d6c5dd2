import { QuotaDay } from '../../../models/quota/QuotaDay';
import { quotaDateAt, quotaDayAt } from '../../../domain/quotaDay';
import { Assignment } from '../../../models/assignments/Assignment';
import { createYouTube } from '../../../platforms/youtube/index';
import { platformModules } from '../../../sandbox/platforms';
import { youtubeVideo } from '../../kinds/youtubeVideo';
import { makePng } from '../../support/media/mediaFiles';
import { usePublishing } from '../../support/runs/publishing';
import type { Channel, CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { youtubeSettings } from '../../support/platforms/youtube';
import { expectFailed, expectPublished, payload, publishThrough, to, uploads, videos } from '../publishing/storm';

const pacific = 'America/Los_Angeles';
/** The time that the service's clock shows. Each test has a day of its own, of which nothing was used. */
let now = new Date('2027-01-01T20:00:00.000Z');
const another = (): void => {
  now = new Date(now.getTime() + 7 * 86_400_000);
};

const publishing = usePublishing({
  platforms: {
    open: platformModules,
    at: (url) => {
      const settings = { ...youtubeSettings(url), uploadsPerDay: 3, unitsPerDay: 400, workspaceSharePercent: 60 };
      return new Map([['youtube', createYouTube(settings, undefined, () => now)]]);
    },
  },
});
beforeEach(another);

const counted = async () => Object.fromEntries(await QuotaDay.usedAt('youtube', quotaDateAt(now, pacific)));
/** The units that the platform itself has counted. */
const spent = async () => {
  const { uploads: count, units } = (await publishing.sandbox.stateOf('youtube')).quota;
  return { uploads: count, units };
};
const rowOf = async ({ assignmentId }: CreatedRun) => (await Assignment.findByPk(assignmentId, { raw: true }))!;
const useUp = async (bucket: string, used: number) =>
  QuotaDay.upsert({ platform: 'youtube', bucket, day: quotaDateAt(now, pacific), used });

describe('the quota of YouTube', () => {
  it('is taken as YouTube itself counts it, for all that a post with its extras asks', async () => {
    const before = await spent();
    const channel = await publishing.connect();
    const playlistId = await youtubeVideo.extras!.makePlace(publishing.sandbox.url, channel.accessToken);
    const made = await spent();
    const thumbnailUrl = publishing.media.serve({ bytes: makePng(1280, 720) }).url;
    const result = await publishThrough(publishing, channel, { payload: { ...payload, thumbnailUrl, playlistId } });
    expect(result.row.status).toBe('published');
    const after = await spent();
    expect(await counted()).toEqual({ uploads: after.uploads - before.uploads, units: after.units - made.units });
    expect(after.units - made.units).toBeGreaterThan(150);
  });

  it('that is used up fails an assignment at once with the time of the reset, and YouTube is not asked', async () => {
    await useUp('uploads', 3);
    const result = await publishThrough(publishing);
    const { endsAt } = quotaDayAt(now, pacific);
    const words = `The service's daily YouTube quota of 3 uploads is used up. It resets at ${endsAt.toISOString()}`;
    expectFailed(result, 'QUOTA_EXCEEDED', new RegExp(words), 'none');
    expect(to(result, 'POST', uploads)).toEqual([]);
  });

  it('lets a workspace have its share, and other workspaces the rest', async () => {
    const [greedy, modest] = [await publishing.connect(), await publishing.connect()];
    const before = await spent();
    const assignments = await Promise.all([1, 2, 3, 4].map(async () => publishing.submit(greedy, { payload })));
    const ends = await Promise.all(assignments.map(async (assignment) => publishing.outcomeOf(assignment)));
    expect(ends.map(({ row }) => row.status).sort()).toEqual(['failed', 'failed', 'published', 'published']);
    const refused = ends.flatMap(({ row }) => row.errors).map(({ message }) => message);
    expect(refused).toEqual([expect.stringMatching(/share .* of 2 uploads/), expect.stringMatching(/share/)]);
    await expectPublished(publishing, await publishThrough(publishing, modest));
    expect((await spent()).uploads - before.uploads).toBe(3);
  });

  it.each([
    ['the question about processing', 400, 'GET'],
    ['the call that publishes', 397, 'PUT'],
  ])('of units that is used up ends the assignment before %s, with what is there kept', async (_what, used, method) => {
    await useUp('units', used);
    const result = await publishThrough(publishing);
    expectFailed(result, 'QUOTA_EXCEEDED', /daily YouTube quota of 400 units is used up/, 'none');
    expect(result.videos).toMatchObject([{ status: { privacyStatus: 'private' } }]);
    expect(to(result, method, videos)).toEqual([]);
  });

  it('is waited for where it resets within half an hour', async () => {
    now = new Date(quotaDayAt(now, pacific).endsAt.getTime() - 1500);
    await useUp('uploads', 3);
    const channel: Channel = await publishing.connect();
    const assignment = await publishing.submit(channel, { payload });
    await until(async () => (await rowOf(assignment)).tries?.error.code === 'QUOTA_EXCEEDED');
    expect((await rowOf(assignment)).status).toBe('uploading');
    now = new Date(now.getTime() + 1500);
    const outcome = await publishing.outcomeOf(assignment);
    expect(outcome.row).toMatchObject({ status: 'published', errors: [] });
    expect(await counted()).toMatchObject({ uploads: 1 });
  });

  it('is taken once more for a session that is opened again', async () => {
    await publishing.fault({ method: 'PUT', path: uploads, times: 2 }, { status: 404 });
    const result = await publishThrough(publishing);
    await expectPublished(publishing, result);
    expect(to(result, 'POST', uploads)).toHaveLength(2);
    expect(await counted()).toMatchObject({ uploads: 2 });
  });
});
