import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '../../../models/connections/Connection';
import { resumePreparations } from '../../../models/publishing/preparation';
import { paced } from '../../../domain/pace';
import { priorities } from '../../../domain/workflowContract';
import { film, usePublishing } from '../../support/runs/publishing';
import type { CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { rescheduleAssignment } from '../operations/rescheduleAssignment';

const payload = { title: 'At noon', privacy: 'public', tags: [], madeForKids: false };
const ahead = { payload, prepareAheadSeconds: 3600 };
const inMs = (ms: number): Date => new Date(Date.now() + ms);

const publishing = usePublishing();

const rowOf = async ({ assignmentId }: CreatedRun) =>
  (await publishing.database.query('SELECT * FROM assignments WHERE id = $1', [assignmentId]))[0]!;
const untilPrepared = async (assignment: CreatedRun) =>
  until(async () => (await rowOf(assignment))['prepared_at'] !== null);
const untilFailed = async (assignment: CreatedRun) =>
  until(async () => (await rowOf(assignment))['prepare_again_at'] !== null);

const reschedule = async (assignment: CreatedRun, scheduledAt: Date, title = payload.title): Promise<CreatedRun> =>
  rescheduleAssignment(publishing, assignment, scheduledAt, { title });

describe('a post that is prepared', () => {
  it('is with the platform before its time, private, and public by one call at its time', async () => {
    const first = await publishing.submit(await publishing.connect(), { ...ahead, scheduledAt: inMs(3_600_000) });
    await untilPrepared(first);
    expect(await rowOf(first)).toMatchObject({ status: 'uploaded', preparation_error: null });
    const scheduledAt = inMs(3000);
    const assignment = await reschedule(first, scheduledAt);
    const { videos, row, statuses, run } = await publishing.outcomeOf(assignment);
    expect({ run, status: row.status }).toEqual({ run: 'COMPLETED', status: 'published' });
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
    expect(Date.parse(videos[0].publicSince)).toBeGreaterThanOrEqual(scheduledAt.getTime());
    const calls = (await publishing.callsSince(0)).filter(({ at }) => Date.parse(at) >= scheduledAt.getTime());
    expect(calls.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual(['PUT']);
    const steps = (await publishing.temporal.historyOf(assignment)).flatMap(
      (event) => event.activityTaskScheduledEventAttributes ?? [],
    );
    // A run that is late goes live without the wait.
    const goLive = steps.filter(({ activityType }) => activityType?.name?.startsWith('publish'));
    expect(goLive.map(({ priority }) => priority?.priorityKey)).toEqual([priorities.immediate]);
  });

  it('goes live with what an edit has made of it, in the same upload', async () => {
    const assignment = await publishing.submit(await publishing.connect(), { ...ahead, scheduledAt: inMs(3_600_000) });
    await untilPrepared(assignment);
    const edited = await reschedule(assignment, inMs(2500), 'At one');
    const { videos, row } = await publishing.outcomeOf(edited);
    expect(row.status).toBe('published');
    expect(videos).toMatchObject([{ snippet: { title: 'At one' }, status: { privacyStatus: 'public' } }]);
  });

  it('is not brought anew twice for a source that is longer with each request', async () => {
    const source = publishing.media.serve((nth) => ({ bytes: film.subarray(0, film.length - 1000 + nth), etag: null }));
    const assignment = await publishing.submit(await publishing.connect(), {
      ...ahead,
      mediaUrl: source.url,
      scheduledAt: inMs(paced(60_000) - 1000),
    });
    await until(async () => (await rowOf(assignment))['is_prepared_anew'] === true);
    await until(async () => (await rowOf(assignment))['prepared_at'] !== null);
    expect(source.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=0-0', undefined]);
    const { videos, row } = await publishing.outcomeOf(await reschedule(assignment, inMs(1500)));
    expect(row.status).toBe('published');
    expect(videos).toHaveLength(1);
  });

  it('is removed when it is cancelled', async () => {
    const assignment = await publishing.submit(await publishing.connect(), { ...ahead, scheduledAt: inMs(3_600_000) });
    await untilPrepared(assignment);
    await publishing.temporal.client.workflow.getHandle(`assignment/${assignment.assignmentId}/1`).cancel();
    const { videos, row, run } = await publishing.outcomeOf(assignment);
    expect({ run, status: row.status, cleanup: row.cleanup, videos }).toEqual({
      run: 'CANCELLED',
      status: 'cancelled',
      cleanup: 'done',
      videos: [],
    });
  });

  it('goes live at its time although its last preparation hangs', async () => {
    const assignment = await publishing.submit(await publishing.connect(), { ...ahead, scheduledAt: inMs(3_600_000) });
    await untilPrepared(assignment);
    await publishing.fault({ method: 'GET', path: '/youtube/v3/videos', nth: 1 }, { hang: true });
    const scheduledAt = inMs(2000);
    const { row } = await publishing.outcomeOf(await reschedule(assignment, scheduledAt));
    expect(row.status).toBe('published');
    expect(row.publishedAt!.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
  });
});

describe('a preparation that fails', () => {
  it('is not final before the scheduled time: the assignment waits, is tried again then, and succeeds', async () => {
    let isThere = false;
    const source = publishing.media.serve(() => (isThere ? { bytes: film } : { status: 404 }));
    const scheduledAt = inMs(3500);
    const assignment = await publishing.submit(await publishing.connect(), {
      ...ahead,
      mediaUrl: source.url,
      scheduledAt,
    });
    await untilFailed(assignment);
    const waiting = { status: 'uploading', preparation_error: { code: 'MEDIA_DOWNLOAD_FAILED' }, errors: [] };
    expect(await rowOf(assignment)).toMatchObject(waiting);
    isThere = true;
    const { row, statuses } = await publishing.outcomeOf(assignment);
    expect(row).toMatchObject({ status: 'published', preparationError: null });
    expect(row.publishedAt!.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
    expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  });

  it('is final at the scheduled time', async () => {
    const source = publishing.media.serve(() => ({ status: 404 }));
    const scheduledAt = inMs(2500);
    const assignment = await publishing.submit(await publishing.connect(), {
      ...ahead,
      mediaUrl: source.url,
      scheduledAt,
    });
    const { row, run, credits } = await publishing.outcomeOf(assignment);
    expect({ run, status: row.status, credits }).toEqual({
      run: 'FAILED',
      status: 'failed',
      credits: ['hold', 'release'],
    });
    expect(row.errors).toMatchObject([{ code: 'MEDIA_DOWNLOAD_FAILED' }]);
    expect(row.updatedAt.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
    expect(source.requests.length).toBeGreaterThanOrEqual(2);
  });

  it('while tries are left is tried again at the scheduled time, however long the platform asks to wait', async () => {
    await publishing.fault(
      { method: 'POST', path: '/upload', nth: 1 },
      { status: 503, headers: { 'retry-after': '600' } },
    );
    const scheduledAt = inMs(2500);
    const assignment = await publishing.submit(await publishing.connect(), { ...ahead, scheduledAt });
    const { row } = await publishing.outcomeOf(assignment);
    expect(row.status).toBe('published');
    expect(row.publishedAt!.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
  });

  it('for want of an active connection goes on when that is active again', async () => {
    const { database } = publishing;
    const channel = await publishing.connect();
    const activate = async (isActive: boolean) =>
      database.query('UPDATE connections SET is_active = $2 WHERE id = $1', [channel.connectionId, isActive]);
    await activate(false);
    const assignment = await publishing.submit(channel, { ...ahead, scheduledAt: inMs(3_600_000) });
    await untilFailed(assignment);
    expect(await rowOf(assignment)).toMatchObject({
      status: 'pending',
      preparation_error: { code: 'CONNECTION_INACTIVE' },
    });
    await activate(true);
    await resumePreparations((await Connection.findByPk(channel.connectionId))!);
    const orders = 'SELECT id FROM outbox WHERE subject_id = $1 AND dispatched_at IS NULL ORDER BY id';
    for (const { id } of await database.query<{ id: number }>(orders, [assignment.assignmentId])) {
      await publishing.dispatcher.dispatch(id);
    }
    await untilPrepared(assignment);
    expect(await rowOf(assignment)).toMatchObject({ status: 'uploaded', generation: 2, preparation_error: null });
    expect(await publishing.temporal.endOf(assignment)).toBe('TERMINATED');
  });

  it('fails an assignment at its time whose connection is still inactive', async () => {
    const channel = await publishing.connect({ connection: { isActive: false } });
    const assignment = await publishing.submit(channel, { ...ahead, scheduledAt: inMs(2000) });
    await untilFailed(assignment);
    await delay(100);
    const { row } = await publishing.outcomeOf(assignment);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'CONNECTION_INACTIVE' }] });
  });

  it('fails a post that is prepared when its connection is deactivated before its time, and removes it', async () => {
    const channel = await publishing.connect();
    const first = await publishing.submit(channel, { ...ahead, scheduledAt: inMs(3_600_000) });
    await untilPrepared(first);
    await publishing.database.query('UPDATE connections SET is_active = false WHERE id = $1', [channel.connectionId]);
    const assignment = await reschedule(first, inMs(1500));
    const { row, videos, credits } = await publishing.outcomeOf(assignment);
    expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'CONNECTION_INACTIVE' }] });
    expect([videos, credits]).toEqual([[], ['hold', 'release']]);
    await until(async () => (await rowOf(assignment))['cleanup'] === 'done');
  });
});
