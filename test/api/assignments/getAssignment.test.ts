import type { InferAttributes } from 'sequelize';
import type { Assignment } from '../../../models/assignments/Assignment';
import { moveOn } from '../../support/build/moveOn';
import { fail, report } from '../../support/runs/reports';
import { useApp } from '../../support/callers/app';
import { buildCaller } from '../../support/callers/caller';
import { noteStatements } from '../../support/runs/sentStatements';
import { use } from '../../support/use';
import { buildAssignment } from '../../support/build/assignment';

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000 }));

const get = async (id: string) => (await caller.call('GET', `/api/v1/assignments/${id}`)).body;
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

it('answers every field of a pending assignment, those that are not set with null', async () => {
  const { assignmentId } = await buildAssignment(caller);

  expect(await get(assignmentId)).toEqual({
    id: assignmentId,
    status: 'pending',
    connectionId: caller.connectionId,
    platform: 'youtube',
    type: 'video',
    payload: { title: 'Walking the coast path', privacy: 'private', tags: [], madeForKids: false },
    mediaUrl: 'https://media.example/coast-path.mp4',
    mediaContentType: null,
    mediaSizeBytes: null,
    scheduledAt: null,
    callbackUrl: null,
    callbackEvents: [],
    callbackStatuses: null,
    idempotencyKey: null,
    externalId: null,
    platformPostId: null,
    platformUrl: null,
    thumbnailUrl: null,
    publishedAt: null,
    errors: [],
    warnings: {},
    extras: [],
    prepareAheadSeconds: 0,
    preparesAt: null,
    preparation: null,
    progress: null,
    cleanup: 'none',
    removal: null,
    timeline: [{ status: 'pending', at: iso, errors: [] }],
    createdAt: iso,
    updatedAt: iso,
  });
});

it('answers what was given at create', async () => {
  const given: Partial<InferAttributes<Assignment>> = {
    mediaContentType: 'video/mp4',
    mediaSizeBytes: 5_000_000_000,
    callbackUrl: 'https://hooks.example/a',
    callbackEvents: ['extras', 'removal'],
    callbackStatuses: ['published'],
    idempotencyKey: 'key',
    externalId: 'post 1',
  };
  const { assignmentId } = await buildAssignment(caller, { ...given, scheduledAt: new Date('2026-12-01T09:00:00Z') });

  expect(await get(assignmentId)).toMatchObject({ ...given, scheduledAt: '2026-12-01T09:00:00.000Z' });
});

describe('while uploading', () => {
  it('answers the bytes that the platform has, and the size of the source', async () => {
    const { assignmentId } = await buildAssignment(caller, { mediaSizeBytes: 10 });
    await moveOn(assignmentId, { to: 'uploading' });
    expect((await get(assignmentId)).progress).toEqual({ bytesTransferred: 0, bytesTotal: 10 });

    await app.database.query(
      'INSERT INTO uploads (assignment_id, item, size_bytes, bytes_transferred) VALUES ($1, 0, 5000000000, 4000000000)',
      [assignmentId],
    );
    expect((await get(assignmentId)).progress).toEqual({ bytesTransferred: 4_000_000_000, bytesTotal: 5_000_000_000 });
  });

  it('answers a total of null when nobody knows it', async () => {
    const { assignmentId } = await buildAssignment(caller);
    await moveOn(assignmentId, { to: 'uploading' });

    expect((await get(assignmentId)).progress).toEqual({ bytesTransferred: 0, bytesTotal: null });
  });
});

it('answers why a preparation failed, until one succeeds', async () => {
  const { assignmentId } = await buildAssignment(caller, { scheduledAt: new Date(Date.now() + 3_600_000) });
  const fault = {
    code: 'MEDIA_DOWNLOAD_FAILED',
    message: 'mediaUrl: The source answered 404 instead of the media.',
  } as const;
  await fail({ assignmentId }, fault);
  expect(await get(assignmentId)).toMatchObject({ status: 'pending', preparation: { ...fault, at: iso }, errors: [] });
  await app.database.query(`UPDATE assignments SET status = 'uploaded' WHERE id = $1`, [assignmentId]);
  await report({ assignmentId }, { is: 'prepared', generation: 1 });
  expect(await get(assignmentId)).toMatchObject({ preparation: null });
});

it('answers the post once it is published, and the way there', async () => {
  const { assignmentId } = await buildAssignment(caller);
  for (const to of ['uploading', 'uploaded', 'processing'] as const) await moveOn(assignmentId, { to });
  expect(await get(assignmentId)).toMatchObject({ status: 'processing', progress: null, platformPostId: null });

  const post = { platformPostId: 'abc', platformUrl: 'https://www.youtube.com/watch?v=abc' };
  await moveOn(assignmentId, { to: 'published', post });
  const answer = await get(assignmentId);

  expect(answer).toMatchObject({ status: 'published', ...post, publishedAt: iso, errors: [] });
  expect(answer.timeline.map((entry: { status: string }) => entry.status)).toEqual([
    'pending',
    'uploading',
    'uploaded',
    'processing',
    'published',
  ]);
});

it('answers why it failed, and whether something is still to be removed', async () => {
  const { assignmentId } = await buildAssignment(caller);
  await moveOn(assignmentId, { to: 'uploading' });
  await app.database.query(`INSERT INTO uploads (assignment_id, item, session) VALUES ($1, 0, 'sealed')`, [
    assignmentId,
  ]);
  const error = { code: 'UPLOAD_FAILED', message: 'The platform gave up. Retry later.' };
  await moveOn(assignmentId, { to: 'failed', error });
  const answer = await get(assignmentId);

  expect(answer).toMatchObject({ status: 'failed', errors: [error], cleanup: 'due', platformUrl: null });
  expect(answer.timeline.at(-1)).toEqual({ status: 'failed', at: iso, errors: [error] });
  expect(JSON.stringify(answer)).not.toContain('sealed');
});

it('answers the newest 200 entries of a timeline that many retries have made long', async () => {
  const { assignmentId } = await buildAssignment(caller);
  await app.database.query(
    `INSERT INTO assignment_events (assignment_id, generation, status)
     SELECT $1, generation, status FROM generate_series(2, 151) generation, unnest(ARRAY['pending', 'failed']) status
     ORDER BY generation, status DESC`,
    [assignmentId],
  );
  const { timeline } = await get(assignmentId);

  expect(timeline).toHaveLength(200);
  expect(timeline.map(({ status }: { status: string }) => status)).toEqual(
    Array.from({ length: 100 }, () => ['pending', 'failed']).flat(),
  );
});

it('reads an assignment with all that belongs to it in one statement, so that they are of one moment', async () => {
  const { assignmentId } = await buildAssignment(caller);
  const { sent, stop } = noteStatements();
  await get(assignmentId);
  stop();

  const read = sent
    .map(({ text }) => text)
    .filter((text) => /\b(assignments|assignment_events|uploads|post_extras)\b/.test(text));
  expect(read).toEqual([expect.stringMatching(/assignment_events[^]*assignments a/)]);
});
