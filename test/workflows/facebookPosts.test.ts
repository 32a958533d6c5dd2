import { isCall, kinds, platformsAt, platformsOfKinds, requestOf, settingsOfKinds } from '../kinds';
import type { Kind } from '../kinds';
import { videoBytes } from '../support/media';
import { usePublishing } from '../support/publishing';
import type { JobOverrides } from '../support/publishing';
import type { Json } from '../support/sandbox';

/** Facebook shows what it has taken within this time, or the job ends. */
const patienceMs = 2000;
const publishing = usePublishing({
  platforms: {
    open: platformsOfKinds,
    at: (urls) => {
      const platforms = [...platformsAt(urls)];
      return new Map(platforms.map(([slug, platform]) => [slug, { ...platform, processingLimitMs: patienceMs }]));
    },
  },
});
const change = async (facebook: object) => publishing.sandbox.control('POST', '/settings', { facebook });

beforeAll(async () => {
  for (const settings of settingsOfKinds) await publishing.sandbox.control('POST', '/settings', settings);
});
afterEach(async () => change({ publishOutcome: 'published', liveDelayMs: 0 }));

async function submit(request: JobOverrides) {
  const channel = await publishing.connect({ platform: 'facebook' });
  const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
  return { ...(await publishing.submit(channel, { platform: 'facebook', ...request })), seq };
}
type Submitted = Awaited<ReturnType<typeof submit>>;

/** The ids of all that the page of the job has. */
async function idsOf({ channel }: Submitted): Promise<string[]> {
  const { posts, videos } = await publishing.sandbox.stateOf('facebook');
  const own = [...posts, ...videos].filter(({ pageId }: Json) => pageId === channel.channelId);
  return own.map(({ id }) => id);
}

/** What became public on the page of the job, each by the call that made it so. */
async function publicationsOf(job: Submitted): Promise<Json[]> {
  const effects = (await publishing.callsSince(job.seq)).flatMap((call: Json) => call.effect ?? []);
  const ids = await idsOf(job);
  return effects.filter(({ resource, from, to }) => ids.includes(resource) && to === 'public' && from !== 'public');
}

async function expectPublished(job: Submitted): Promise<void> {
  const { run, row } = await publishing.outcomeOf(job, 60_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(await publicationsOf(job)).toHaveLength(1);
}

const ofEachKind = async (work: (kind: Kind, request: JobOverrides) => Promise<void>) =>
  Promise.all(
    kinds
      .filter(({ platform }) => platform === 'facebook')
      .map(async (kind) => {
        const media = Array.from({ length: kind.mediaCount }, () =>
          publishing.media.serve({ bytes: kind.media(100_000) }),
        );
        const urls = media.map(({ url }) => url);
        await work(kind, requestOf(kind, kind.payload('Of its own page', 'public'), urls));
      }),
  );

describe('a post of each kind on Facebook', () => {
  it('is published when Facebook shows it, and not when Facebook has said that it will', async () => {
    await change({ liveDelayMs: 500 });
    await ofEachKind(async (_kind, request) => {
      const job = await submit(request);
      await expectPublished(job);
      const [publication] = await publicationsOf(job);
      const [row] = await publishing.database.query<{ at: Date }>(
        `SELECT at FROM assignment_events WHERE assignment_id = $1 AND status = 'published'`,
        [job.assignmentId],
      );
      expect(row!.at.getTime()).toBeGreaterThanOrEqual(Date.parse(publication.at) + 500);
    });
  });

  it('that Facebook takes and never shows has an unknown outcome, and is not ordered again', async () => {
    await change({ publishOutcome: 'never' });
    await ofEachKind(async (kind, request) => {
      const job = await submit(request);
      const { row, credits } = await publishing.outcomeOf(job, 60_000);
      expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'OUTCOME_UNKNOWN' }], cleanup: 'none' });
      expect(credits).toEqual(['hold', 'release']);
      const calls = await publishing.callsSince(job.seq);
      const own = [job.channel.channelId, ...(await idsOf(job))];
      const orders = calls.filter(({ path }) => own.some((id) => path.split('/').includes(id)));
      expect(orders.filter((call) => isCall(call, kind.calls.publish))).toHaveLength(1);
    });
  });
});

/** The video of a story has no text and no comment: the story is known by its page, which has no other. */
describe('a story of a video', () => {
  const publish = { method: 'POST', path: '/v26.0/*/video_stories', query: 'upload_phase=finish' };
  const request = (): JobOverrides => ({
    type: 'story',
    payload: {},
    mediaUrl: publishing.media.serve({ bytes: videoBytes(100_000) }).url,
  });

  it('is published once, when its page lists it', async () => {
    await change({ liveDelayMs: 200 });
    const job = await submit(request());
    await expectPublished(job);
    const { row } = await publishing.outcomeOf(job);
    const [publication] = await publicationsOf(job);
    const { posts } = await publishing.sandbox.stateOf('facebook');
    const story = posts.find(({ id }: Json) => id === row.platformPostId);
    expect(story).toMatchObject({ use: 'story', pageId: job.channel.channelId, isLive: true });
    expect(story.mediaIds).toEqual([publication.resource]);
  });

  it('is published once although the answer to the call that publishes is lost', async () => {
    await publishing.fault(publish, { loseAnswer: true });
    await expectPublished(await submit(request()));
  });

  it('leaves nothing behind where Facebook refuses it for good', async () => {
    await publishing.fault(publish, { error: 'blocked' });
    const job = await submit(request());
    const { row } = await publishing.outcomeOf(job);
    expect(row).toMatchObject({ status: 'failed', cleanup: 'done' });
    const { posts, videos } = await publishing.sandbox.stateOf('facebook');
    expect([...posts, ...videos].filter(({ pageId }: Json) => pageId === job.channel.channelId)).toEqual([]);
  });
});
