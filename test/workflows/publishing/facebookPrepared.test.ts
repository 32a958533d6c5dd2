import { kindOf, kinds, nameOf, requestOf, wordsFor } from '../../kinds';
import type { Kind } from '../../kinds';
import type { CreatedRun } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';
import { until } from '../../support/until';
import { useKinds } from './kindAssignments';
import { rescheduleAssignment } from '../operations/rescheduleAssignment';

const publishing = useKinds();
const control = async (settings: object) => publishing.sandbox.control('POST', '/settings', settings);
const inMs = (ms: number): Date => new Date(Date.now() + ms);
const ownKinds = kinds.filter(({ platform }) => platform === 'facebook').map((kind) => [wordsFor(kind), kind] as const);

const rowOf = async ({ assignmentId }: CreatedRun) =>
  (await publishing.database.query('SELECT * FROM assignments WHERE id = $1', [assignmentId]))[0]!;

/** An assignment of the kind whose media come from one address, prepared an hour before its time. */
async function prepared(kind: Kind, serve: () => Buffer): Promise<CreatedRun> {
  const source = publishing.media.serve(() => ({ bytes: serve(), etag: `"${serve().length}"` }));
  const urls = Array.from({ length: kind.mediaCount }, () => source.url);
  const channel = await publishing.connect({ platform: 'facebook' });
  const assignment = await publishing.submit(channel, {
    platform: 'facebook',
    ...requestOf(kind, kind.payload('At noon', 'public'), urls),
    prepareAheadSeconds: 3600,
    scheduledAt: inMs(3_600_000),
  });
  await until(async () => (await rowOf(assignment))['prepared_at'] !== null);
  return assignment;
}

/** The posts on the page of the assignment, and the media that are there. */
async function pageOf({ channel }: CreatedRun): Promise<{ posts: Json[]; photos: Json[]; videos: Json[] }> {
  const { posts, photos, videos } = await publishing.sandbox.stateOf('facebook');
  const own = (all: Json[]) => all.filter(({ pageId }) => pageId === channel.channelId);
  return { posts: own(posts), photos: own(photos), videos: own(videos) };
}

it('a link whose earlier draft could not be removed at once is published, and its run then removes that draft', async () => {
  const kind = kindOf({ platform: 'facebook', type: 'link' });
  const assignment = await prepared(kind, () => kind.media(1));
  const [earlier] = (await pageOf(assignment)).posts;
  await publishing.fault(kind.calls.remove, { status: 503 });
  const link = 'https://example.com/another';
  const due = await rescheduleAssignment(publishing, assignment, inMs(3000), { link });
  const { run, row } = await publishing.outcomeOf(due, 60_000);
  const { status, cleanup, platformPostId } = row;
  expect({ run, status, cleanup }).toEqual({ run: 'COMPLETED', status: 'published', cleanup: 'done' });
  expect(platformPostId).not.toBe(earlier.id);
  expect((await pageOf(assignment)).posts).toMatchObject([{ id: platformPostId, link, audience: 'public' }]);
});

const withPhotos = ownKinds.filter(([, { mediaCount, mediaType }]) => mediaCount > 0 && mediaType === 'image/jpeg');
it.each(withPhotos)(
  'a %s whose time is moved beyond the life of its photos is prepared again in time',
  async (_words, kind) => {
    const assignment = await prepared(kind, () => kind.media(40_000));
    const { photos: before } = await pageOf(assignment);
    const moved = await rescheduleAssignment(publishing, assignment, inMs(3 * 86_400_000));
    await until(async () => (await rowOf(assignment))['generation'] === 3);
    expect(await rowOf(assignment)).toMatchObject({
      status: 'uploaded',
      is_media_due: true,
      cleanup: 'due',
      errors: [],
    });
    const due = await rescheduleAssignment(publishing, { ...moved, generation: 3 }, inMs(6000));
    const { row } = await publishing.outcomeOf(due, 60_000);
    expect(row).toMatchObject({ status: 'published', errors: [] });
    expect(await rowOf(assignment)).toMatchObject({ preparation_error: null });
    const { posts, photos } = await pageOf(assignment);
    expect(posts).toMatchObject([{ audience: 'public' }]);
    expect(photos.map(({ id }) => id).filter((id) => before.some((one) => one.id === id))).toEqual([]);
    expect(photos).toHaveLength(before.length);
  },
);

/** The kinds whose upload is finished by the call that publishes. */
const finished = ownKinds.filter(([, { calls }]) => nameOf(calls.publish).includes('finish'));
describe.each(finished)('a %s that is prepared', (_words, kind) => {
  beforeAll(async () => control({ facebook: { wholeUploadsExpire: true } }));
  afterAll(async () => control({ facebook: { wholeUploadsExpire: false }, clockSkewMs: 0 }));

  it('is prepared anew when Facebook lets its upload expire', async () => {
    const assignment = await prepared(kind, () => kind.media(40_000));
    const [before] = (await pageOf(assignment)).videos;
    await control({ clockSkewMs: 25 * 3_600_000 });
    const due = await rescheduleAssignment(publishing, assignment, inMs(6000));
    await until(async () => (await rowOf(assignment))['generation'] === 3);
    const { row } = await publishing.outcomeOf({ ...due, generation: 3 }, 60_000);
    expect(row).toMatchObject({ status: 'published', errors: [] });
    const { videos } = await pageOf(assignment);
    expect(videos).toHaveLength(1);
    expect(videos[0].id).not.toBe(before.id);
  });

  it('is prepared anew when Facebook refuses to finish its upload because that has ended', async () => {
    const assignment = await prepared(kind, () => kind.media(40_000));
    await publishing.fault({ ...kind.calls.publish, times: 1 }, { error: 'videoSessionExpired' });
    const due = await rescheduleAssignment(publishing, assignment, inMs(3000));
    await until(async () => (await rowOf(assignment))['generation'] === 3);
    const { row } = await publishing.outcomeOf({ ...due, generation: 3 }, 60_000);
    expect(row).toMatchObject({ status: 'published', errors: [] });
    expect((await pageOf(assignment)).videos).toHaveLength(1);
  });
});
