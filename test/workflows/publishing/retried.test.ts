import { Connection } from '../../../models/connections/Connection';
import type { PlatformSlug } from '../../../domain/platform';
import type { Platform } from '../../../platforms/Platform';
import { videoBytes } from '../../support/media/media';
import type { Json } from '../../support/servers/sandbox';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedRun, Overrides, Outcome } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { use } from '../../support/use';
import { retryAssignment } from '../operations/retryAssignment';

const payload = { title: 'Once more', privacy: 'public', tags: [], madeForKids: false };
const uploads = '/upload/youtube/v3/videos';
const videos = '/youtube/v3/videos';
const kib256 = 256 * 1024;
const film = videoBytes(5 * kib256 + 1000);

const publishing = usePublishing({ deps: { platformRetryDelaysMs: [200, 100, 100, 100, 100, 100, 100] } });
const youtube = use(async () => publishing.deps.platforms.get('youtube')!);
afterEach(() => adapt({}));

function adapt(limits: Partial<Platform>): void {
  (publishing.deps.platforms as Map<PlatformSlug, Platform>).set('youtube', { ...youtube, ...limits });
}

async function submit(assignment: Overrides = {}): Promise<CreatedRun> {
  const mediaUrl = publishing.media.serve({ bytes: film }).url;
  return publishing.submit(await publishing.connect(), { payload, mediaUrl, ...assignment });
}

const retry = async (assignment: CreatedRun): Promise<CreatedRun> => retryAssignment(publishing, assignment);

async function failedWith(assignment: CreatedRun, code: string): Promise<Outcome> {
  const outcome = await publishing.outcomeOf(assignment);
  expect(outcome.row.errors).toMatchObject([{ code }]);
  return outcome;
}

/** Published by its retry: one video, paid once. */
async function expectPublished(assignment: CreatedRun): Promise<Outcome> {
  const outcome = await publishing.outcomeOf(assignment);
  const { run, row } = outcome;
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(outcome.credits).toEqual(['hold', 'release', 'hold', 'charge']);
  expect(outcome.statuses.slice(-5)).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(outcome.videos).toMatchObject([{ id: row.platformPostId, status: { privacyStatus: 'public' } }]);
  const media = await fetch(`${publishing.sandbox.url}/youtube/media/${row.platformPostId}`);
  expect(film.equals(Buffer.from(await media.arrayBuffer()))).toBe(true);
  return outcome;
}

async function sessionsOf({ channel }: CreatedRun): Promise<Json[]> {
  const { uploadSessions } = await publishing.sandbox.stateOf('youtube');
  return uploadSessions.filter(({ channelId }: Json) => channelId === channel.channelId);
}

async function uploadedSince(seq: number): Promise<string[]> {
  const calls = await publishing.callsSince(seq);
  return calls.flatMap(({ contentRange }) => (contentRange && /^bytes \d/.test(contentRange) ? [contentRange] : []));
}

async function lastSeq(): Promise<number> {
  return (await publishing.callsSince(0)).at(-1)!.seq;
}

describe('an assignment that is retried', () => {
  it('after its video could not be processed is uploaded anew', async () => {
    await publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
    const assignment = await submit();
    expect(await failedWith(assignment, 'PROCESSING_FAILED')).toMatchObject({ videos: [], row: { cleanup: 'done' } });
    await publishing.sandbox.control('POST', '/settings', { outcome: 'succeeded' });
    await expectPublished(await retry(assignment));
    expect(await sessionsOf(assignment)).toHaveLength(2);
  });

  it('after it was refused is uploaded anew', async () => {
    await publishing.fault({ method: 'PUT', path: uploads, times: 8 }, { error: 'forbidden' });
    const assignment = await submit();
    await failedWith(assignment, 'PERMISSION_DENIED');
    await publishing.sandbox.control('DELETE', '/faults');
    await expectPublished(await retry(assignment));
  });

  it('after its channel was connected again goes on with the session that it had', async () => {
    await publishing.fault({ method: 'PUT', path: uploads }, { cutAfterBytes: 3 * kib256 + 100 });
    await publishing.fault({ method: 'PUT', path: uploads, nth: 2, times: 9 }, { error: 'authError' });
    const assignment = await submit();
    expect(await failedWith(assignment, 'TOKEN_EXPIRED')).toMatchObject({ row: { cleanup: 'none' } });
    expect(await Connection.findByPk(assignment.channel.connectionId)).toMatchObject({ tokenStatus: 'valid' });
    await publishing.sandbox.control('DELETE', '/faults');
    const seq = await lastSeq();
    await expectPublished(await retry(assignment));
    expect(await uploadedSince(seq)).toEqual([`bytes ${3 * kib256}-${film.length - 1}/${film.length}`]);
    expect(await sessionsOf(assignment)).toHaveLength(1);
  });

  it('after the platform took too long to process waits on for the same video', async () => {
    adapt({ processingLimitMs: 200 });
    await publishing.sandbox.control('POST', '/settings', { processingMs: 1500 });
    const assignment = await submit();
    await failedWith(assignment, 'PROCESSING_TIMEOUT');
    adapt({});
    const seq = await lastSeq();
    await expectPublished(await retry(assignment));
    expect(await uploadedSince(seq)).toEqual([]);
    await publishing.sandbox.control('POST', '/settings', { processingMs: 0 });
  });

  it('after an unknown outcome asks first, and finds the post', async () => {
    adapt({ settleMs: 0 });
    await publishing.fault({ method: 'PUT', path: videos }, { loseAnswer: true });
    const assignment = await submit();
    await until(async () => (await publishing.callsSince(0)).at(-1)!.fault !== null);
    await publishing.database.query(
      'UPDATE publish_attempts SET lease_until = clock_timestamp() WHERE assignment_id = $1 RETURNING id',
      [assignment.assignmentId],
    );
    const silence = { status: 200, body: { items: [] } };
    await publishing.fault({ method: 'GET', path: videos, times: 50 }, silence);
    expect(await failedWith(assignment, 'OUTCOME_UNKNOWN')).toMatchObject({ row: { cleanup: 'none' }, run: 'FAILED' });
    await publishing.sandbox.control('DELETE', '/faults');
    const seq = await lastSeq();
    await expectPublished(await retry(assignment));
    const calls = await publishing.callsSince(seq);
    expect(calls.filter(({ method, path }) => method === 'PUT' && path === videos)).toEqual([]);
    expect(await uploadedSince(seq)).toEqual([]);
  });
});
