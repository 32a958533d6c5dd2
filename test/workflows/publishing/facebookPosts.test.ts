import { platformQueue } from '../../../domain/workflowContract';
import { isCall, kinds, nameOf, platformsAt, platformsOfKinds, requestOf, settingsOfKinds } from '../../kinds';
import type { Kind } from '../../kinds';
import { videoBytes } from '../../support/media/media';
import { usePublishing } from '../../support/runs/publishing';
import type { Overrides } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';

const withoutMedia = kinds.filter(({ platform, mediaCount }) => platform === 'facebook' && mediaCount === 0);

/** Facebook shows an accepted post within this time, or the assignment ends. */
const patienceMs = 2000;
/** The time of the adapter: here lost calls take effect late. */
const settleMs = 5000;
const publishing = usePublishing({
  platforms: {
    open: platformsOfKinds,
    at: (url) => {
      const platforms = [...platformsAt(url)];
      return new Map(
        platforms.map(([slug, platform]) => [slug, { ...platform, settleMs, processingLimitMs: patienceMs }]),
      );
    },
  },
});
const change = async (facebook: object) => publishing.sandbox.control('POST', '/settings', { facebook });

beforeAll(async () => {
  for (const settings of settingsOfKinds) await publishing.sandbox.control('POST', '/settings', settings);
});
afterEach(async () => change({ publishOutcome: 'published', liveDelayMs: 0 }));

async function submit(request: Overrides) {
  const channel = await publishing.connect({ platform: 'facebook' });
  const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
  return { ...(await publishing.submit(channel, { platform: 'facebook', ...request })), seq };
}
type Submitted = Awaited<ReturnType<typeof submit>>;

/** The ids of all posts and videos on the page of the assignment. */
async function idsOf({ channel }: Submitted): Promise<string[]> {
  const { posts, videos } = await publishing.sandbox.stateOf('facebook');
  const own = [...posts, ...videos].filter(({ pageId }: Json) => pageId === channel.channelId);
  return own.map(({ id }) => id);
}

/** The posts of the assignment that became public on the page, each by the call that made it so. */
async function publicationsOf(assignment: Submitted): Promise<Json[]> {
  const effects = (await publishing.callsSince(assignment.seq)).flatMap((call: Json) => call.effect ?? []);
  const ids = await idsOf(assignment);
  return effects.filter(({ resource, from, to }) => ids.includes(resource) && to === 'public' && from !== 'public');
}

async function expectPublished(assignment: Submitted): Promise<void> {
  const { run, row } = await publishing.outcomeOf(assignment, 60_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(await publicationsOf(assignment)).toHaveLength(1);
}

const ownKinds = kinds.filter(({ platform }) => platform === 'facebook');
const requestOfKind = (kind: Kind, title = 'A post', bytes?: Buffer): Overrides => {
  const media = Array.from({ length: kind.mediaCount }, () =>
    publishing.media.serve({ bytes: bytes ?? kind.media(100_000) }),
  );
  return requestOf(
    kind,
    kind.payload(title, 'public'),
    media.map(({ url }) => url),
  );
};
const ofEachKind = async (work: (kind: Kind, request: Overrides) => Promise<void>) =>
  Promise.all(ownKinds.map(async (kind) => work(kind, requestOfKind(kind))));

/** Expects a failed assignment with an unknown outcome, whose post was ordered once. */
async function expectUnknown(kind: Kind, assignment: Submitted): Promise<void> {
  const { row, credits } = await publishing.outcomeOf(assignment, 60_000);
  expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'OUTCOME_UNKNOWN' }], cleanup: 'none' });
  expect(credits).toEqual(['hold', 'release']);
  const own = [assignment.channel.channelId, ...(await idsOf(assignment))];
  const orders = (await publishing.callsSince(assignment.seq)).filter((call) => isCall(call, kind.calls.publish));
  expect(orders.filter(({ path }) => own.some((id) => path.split('/').includes(id)))).toHaveLength(1);
}

/** Expects an assignment that has failed in Facebook's words, with no object left. */
async function expectUnpublishable(assignment: Submitted): Promise<void> {
  const { row, credits } = await publishing.outcomeOf(assignment, 60_000);
  expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'PROCESSING_FAILED' }], platformPostId: null });
  expect(row.errors[0]!.message).toContain('Facebook could not process the video: "');
  expect(credits).toEqual(['hold', 'release']);
  expect(await onPage(assignment)).toEqual([]);
}

/** Strikes as many of the calls that publish as there are assignments of each kind. */
async function strikePublishes(action: object): Promise<void> {
  const calls = ownKinds.map((kind) => kind.calls.publish);
  for (const [name, call] of new Map(calls.map((one) => [nameOf(one), one]))) {
    const times = calls.filter((one) => nameOf(one) === name).length;
    await publishing.fault({ ...call, times }, action);
  }
}

describe('a post of each kind on Facebook', () => {
  it.each([
    ['has its effect at once', { loseAnswer: true }],
    ['has its effect later', { loseAnswer: true, effectAfterMs: 500 }],
  ])(
    'is published once where the call that publishes %s, its answer is lost, and Facebook shows it late',
    async (_when, lost) => {
      await change({ liveDelayMs: 800 });
      await strikePublishes(lost);
      await ofEachKind(async (_kind, request) => expectPublished(await submit(request)));
    },
  );

  it('is published when Facebook shows it, and not when Facebook has said that it will', async () => {
    await change({ liveDelayMs: 500 });
    await ofEachKind(async (_kind, request) => {
      const assignment = await submit(request);
      await expectPublished(assignment);
      const [publication] = await publicationsOf(assignment);
      const [row] = await publishing.database.query<{ at: Date }>(
        `SELECT at FROM assignment_events WHERE assignment_id = $1 AND status = 'published'`,
        [assignment.assignmentId],
      );
      expect(row!.at.getTime()).toBeGreaterThanOrEqual(Date.parse(publication.at) + 500);
    });
  });

  it.each(['never', 'draft'])('that Facebook takes and never shows has an unknown outcome: %s', async (outcome) => {
    await change({ publishOutcome: outcome });
    await ofEachKind(async (kind, request) => expectUnknown(kind, await submit(request)));
  });

  it('that Facebook takes and cannot publish has failed where Facebook says so, and leaves nothing behind', async () => {
    await change({ publishOutcome: 'error' });
    const isReported = ({ mediaCount, mediaType }: Kind): boolean => mediaCount > 0 && mediaType.startsWith('video/');
    await ofEachKind(async (kind, request) => {
      const assignment = await submit(request);
      await (isReported(kind) ? expectUnpublishable(assignment) : expectUnknown(kind, assignment));
    });
  });
});

const kindAt = (type: string): Kind => kinds.find((kind) => kind.platform === 'facebook' && kind.type === type)!;
const requestFor = (type: string, title?: string, bytes?: Buffer): Overrides =>
  requestOfKind(kindAt(type), title, bytes);
const onPage = async ({ channel }: Submitted): Promise<Json[]> => {
  const { posts, videos, photos } = await publishing.sandbox.stateOf('facebook');
  return [...posts, ...videos, ...photos].filter(({ pageId }: Json) => pageId === channel.channelId);
};

describe('a reel', () => {
  const outcome = async (shared: object) => publishing.sandbox.control('POST', '/settings', shared);
  afterEach(async () => {
    await outcome({ outcome: 'succeeded' });
    await change({ processesDrafts: false });
  });

  it.each(['failed', 'terminated', 'rejected'])(
    'that Facebook accepts, and then cannot process, has failed: %s; its hold is released',
    async (result) => {
      await outcome({ outcome: result });
      const assignment = await submit(requestFor('reel'));
      await expectUnpublishable(assignment);
      const calls = await publishing.callsSince(assignment.seq);
      const finishes = calls.filter((call) => isCall(call, kindAt('reel').calls.publish));
      expect(finishes.filter(({ path }) => path.includes(assignment.channel.channelId))).toHaveLength(1);
    },
  );

  it('that Facebook processes before it is finished is published once', async () => {
    await change({ processesDrafts: true });
    const assignment = await submit(requestFor('reel'));
    await expectPublished(assignment);
    expect((await publishing.outcomeOf(assignment)).statuses.slice(-2)).toEqual(['processing', 'published']);
  });

  it('that Facebook cannot process before it is finished is never ordered to be published', async () => {
    await change({ processesDrafts: true });
    await outcome({ outcome: 'failed' });
    const assignment = await submit(requestFor('reel'));
    const { row, credits } = await publishing.outcomeOf(assignment, 60_000);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'PROCESSING_FAILED' }] });
    expect(credits).toEqual(['hold', 'release']);
    expect(await publicationsOf(assignment)).toEqual([]);
  });
});

describe('on a page that may not have the same text twice', () => {
  beforeEach(async () => change({ refusesDuplicates: true }));
  afterEach(async () => change({ refusesDuplicates: false }));

  it('a post whose answer to the call that publishes is lost is found, and not taken for its own duplicate', async () => {
    await publishing.fault(kindAt('text').calls.publish, { loseAnswer: true });
    await expectPublished(await submit(requestFor('text', 'Once')));
  });

  it('a post that Facebook calls a duplicate when it is published is published where it is the one', async () => {
    const assignment = await submit(requestFor('text', 'Its own duplicate'));
    await expectPublished(assignment);
    const duplicate = { platform: 'facebook', ...requestFor('text', 'Its own duplicate') } as const;
    const again = await publishing.submit(assignment.channel, duplicate);
    const { row } = await publishing.outcomeOf(again);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'DUPLICATE_CONTENT' }], cleanup: 'done' });
    expect(await onPage(assignment)).toHaveLength(1);
  });

  it('a draft that is refused as a duplicate fails the assignment, and leaves nothing', async () => {
    await publishing.fault(kindAt('text').calls.stage, { error: 'duplicate' });
    const assignment = await submit(requestFor('text', 'Refused as a draft'));
    const { row, credits } = await publishing.outcomeOf(assignment);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'DUPLICATE_CONTENT' }] });
    expect(credits).toEqual(['hold', 'release']);
    expect(await onPage(assignment)).toEqual([]);
  });
});

describe('a limit of the page whose end Facebook names', () => {
  const limit = (minutes: number): object => ({
    error: 'businessLimit',
    headers: {
      'X-Business-Use-Case-Usage': JSON.stringify({
        1: [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: minutes }],
      }),
    },
  });

  it('is waited for, and the post is then published', async () => {
    const { stage } = kindAt('text').calls;
    await publishing.fault({ ...stage, nth: 1 }, limit(0.03));
    const assignment = await submit(requestFor('text', 'After the limit'));
    await expectPublished(assignment);
    const stages = (await publishing.callsSince(assignment.seq)).filter((call) => isCall(call, stage));
    const [refused = 0, taken = 0] = stages.map(({ at }) => Date.parse(at));
    expect(taken - refused).toBeGreaterThanOrEqual(1800);
  });

  it('of 31 minutes fails the assignment at once, and the failure names the time', async () => {
    await publishing.fault(kindAt('text').calls.stage, limit(31));
    const assignment = await submit(requestFor('text', 'Too many calls'));
    const beganMs = Date.now();
    const { row } = await publishing.outcomeOf(assignment);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'QUOTA_EXCEEDED' }] });
    const [, named = ''] = /retry after (\S+)\.$/.exec(row.errors[0]!.message) ?? [];
    expect(Math.round((Date.parse(named) - beganMs) / 60_000)).toBe(31);
  });
});

/** The video of a story has no text and no comment: the story is known by its page, which has no other story. */
describe('a story of a video', () => {
  const publish = { method: 'POST', path: '/v27.0/*/video_stories', query: 'upload_phase=finish' };
  const request = (): Overrides => ({
    type: 'story',
    payload: {},
    mediaUrl: publishing.media.serve({ bytes: videoBytes(100_000) }).url,
  });

  it('is published once, when its page lists it', async () => {
    await change({ liveDelayMs: 200 });
    const assignment = await submit(request());
    await expectPublished(assignment);
    const { row } = await publishing.outcomeOf(assignment);
    const [publication] = await publicationsOf(assignment);
    const { posts } = await publishing.sandbox.stateOf('facebook');
    const story = posts.find(({ id }: Json) => id === row.platformPostId);
    expect(story).toMatchObject({ use: 'story', pageId: assignment.channel.channelId, isLive: true });
    expect(publication.resource).toBe(story.id);
  });

  it('is published once although the answer to the call that publishes is lost', async () => {
    await publishing.fault(publish, { loseAnswer: true });
    await expectPublished(await submit(request()));
  });

  it('leaves nothing behind where Facebook refuses it for good', async () => {
    await publishing.fault(publish, { error: 'blocked' });
    const assignment = await submit(request());
    const { row } = await publishing.outcomeOf(assignment);
    expect(row).toMatchObject({ status: 'failed', cleanup: 'done' });
    const { posts, videos } = await publishing.sandbox.stateOf('facebook');
    expect([...posts, ...videos].filter(({ pageId }: Json) => pageId === assignment.channel.channelId)).toEqual([]);
  });
});

it.each(withoutMedia)(
  'a $type waits for no transfer: none of its steps is on the queue for transfers',
  async (kind) => {
    const assignment = await submit(requestOf(kind, kind.payload('No transfer', 'public'), []));
    await expectPublished(assignment);
    const steps = (await publishing.temporal.historyOf(assignment)).flatMap(
      (event) => event.activityTaskScheduledEventAttributes?.taskQueue?.name ?? [],
    );
    expect(steps.filter((queue) => queue !== platformQueue('facebook'))).toEqual([]);
  },
);
