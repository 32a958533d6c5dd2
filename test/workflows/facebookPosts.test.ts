import { isCall, kinds, platformsAt, platformsOfKinds, requestOf, settingsOfKinds } from '../kinds';
import { photoBytes, videoBytes } from '../support/media';
import { usePublishing } from '../support/publishing';
import type { JobOverrides } from '../support/publishing';
import type { Json } from '../support/sandbox';

/** Facebook shows what it has taken within this time, or the job ends. */
const patienceMs = 3000;
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

/** What became public on the page of the job, each by the call that made it so. */
async function publicationsOf({ seq }: Submitted): Promise<Json[]> {
  const effects = (await publishing.callsSince(seq)).flatMap((call: Json) => call.effect ?? []);
  return effects.filter(({ from, to }) => to === 'public' && from !== 'public');
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

describe.each(kinds.filter(({ platform }) => platform === 'facebook'))('a $type on Facebook', (kind) => {
  const request = (title: string): JobOverrides =>
    requestOf(
      kind,
      kind.payload(title, 'public'),
      Array.from({ length: kind.mediaCount }, () => publishing.media.serve({ bytes: kind.media(100_000) }).url),
    );

  it('is published when Facebook shows it, and not when Facebook has said that it will', async () => {
    await change({ liveDelayMs: 500 });
    const job = await submit(request('Shown later'));
    await expectPublished(job);
    const [publication] = await publicationsOf(job);
    const [row] = await publishing.database.query<{ at: Date }>(
      `SELECT at FROM assignment_events WHERE assignment_id = $1 AND status = 'published'`,
      [job.assignmentId],
    );
    expect(row!.at.getTime()).toBeGreaterThanOrEqual(Date.parse(publication.at) + 500);
  });

  it('that Facebook takes and never shows has an unknown outcome, and is not ordered again', async () => {
    await change({ publishOutcome: 'never' });
    const job = await submit(request('Never shown'));
    const { row, credits } = await publishing.outcomeOf(job, 60_000);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'OUTCOME_UNKNOWN' }], cleanup: 'none' });
    expect(credits).toEqual(['hold', 'release']);
    const calls = await publishing.callsSince(job.seq);
    expect(calls.filter((call) => isCall(call, kind.calls.publish))).toHaveLength(1);
  });
});

const media = { photo: photoBytes(100_000), video: videoBytes(100_000) };

/** A story has no text: it is known by its page, which has no other. */
describe.each(['photo', 'video'] as const)('a story of a %s', (of) => {
  const publish = {
    method: 'POST',
    path: `/v26.0/*/${of}_stories`,
    ...(of === 'video' && { query: 'upload_phase=finish' }),
  };
  const request = (): JobOverrides => ({
    type: 'story',
    payload: {},
    mediaUrl: publishing.media.serve({ bytes: media[of] }).url,
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
    expect([story.id, ...story.mediaIds]).toContain(publication.resource);
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
    const { posts, photos, videos } = await publishing.sandbox.stateOf('facebook');
    const ofPage = [...posts, ...photos, ...videos].filter(({ pageId }: Json) => pageId === job.channel.channelId);
    expect(ofPage).toEqual([]);
  });
});
