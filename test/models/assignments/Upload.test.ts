import { Assignment } from '../../../models/assignments/Assignment';
import { Draft } from '../../../models/assignments/Draft';
import { sessionContext, progressOf, Upload } from '../../../models/assignments/Upload';
import { useDatabase } from '../../support/servers/database';
import { interleave } from '../../support/runs/interleave';
import { buildAssignments, error } from '../../support/runs/assignments';
import type { BuiltAssignment } from '../../support/runs/assignments';
import { use } from '../../support/use';
import { failTry } from '../../support/runs/reports';
import { openSession, storeObject } from '../../support/runs/transfers';

const database = useDatabase({ poolSize: 20 });
const assignments = use(async () => buildAssignments(database));

const payload = { title: 'T', tags: ['a'] };
const source = { etag: '"v1"', lastModified: null, sizeBytes: 5_000_000_000 };
const session = (name: string, replaced: string | null = null) => ({
  session: name,
  replaced,
  source,
  contentType: 'video/mp4',
  sizeBytes: 5_000_000_000,
  sourceChanges: 0,
  staged: payload,
});
const fence = ({ assignmentId }: BuiltAssignment, item = 0) => ({ assignmentId, generation: 1, item });
const uploading = async (): Promise<BuiltAssignment> => assignments.pending({ status: 'uploading' });
const uploadOf = async ({ assignmentId }: BuiltAssignment) => (await Upload.ofAssignment(assignmentId))[0] ?? null;
const stagedOf = async ({ assignmentId }: BuiltAssignment) =>
  (await Draft.findByPk(assignmentId, { raw: true }))?.payload;

/** An assignment that is uploading, with a session stored. */
async function withSession(name = 's1'): Promise<BuiltAssignment> {
  const assignment = await uploading();
  expect(await openSession(fence(assignment), session(name))).toBe(true);
  return assignment;
}

describe('storeProbe', () => {
  const probe = { source, facts: null };

  it('is kept before there is a session, and beside it', async () => {
    const assignment = await uploading();
    await Upload.storeProbe(fence(assignment), probe);
    expect(await uploadOf(assignment)).toMatchObject({ probe, session: null, objectId: null });
    expect(await openSession(fence(assignment), session('s1'))).toBe(true);
    expect(await uploadOf(assignment)).toMatchObject({ probe, session: 's1' });
  });

  it('replaces the one before, and nothing else', async () => {
    const assignment = await withSession();
    const other = { ...probe, source: { ...source, etag: '"v2"' } };
    await Upload.storeProbe(fence(assignment), probe);
    await Upload.storeProbe(fence(assignment), other);
    expect(await uploadOf(assignment)).toMatchObject({ probe: other, session: 's1' });
  });

  it('is not kept of an assignment that has moved on', async () => {
    const assignment = await uploading();
    await Upload.storeProbe({ ...fence(assignment), generation: 2 }, probe);
    expect(await uploadOf(assignment)).toBeNull();
  });
});

describe('storeSession', () => {
  it('stores the first session with all that is known of the source', async () => {
    const assignment = await withSession();
    expect(await uploadOf(assignment)).toEqual({
      assignmentId: assignment.assignmentId,
      item: 0,
      session: 's1',
      source,
      probe: null,
      contentType: 'video/mp4',
      sizeBytes: 5_000_000_000,
      bytesTransferred: 0,
      confirmedBytes: 0,
      sourceChanges: 0,
      objectId: null,
      spareSession: null,
      spareObjectId: null,
      spareSource: null,
      spareMadeAt: null,
      madeAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
    expect(sessionContext('x')).toBe('uploads/x/session');
  });

  it('takes the payload of the session for staged where the caller says so', async () => {
    const assignment = await withSession();
    expect(await stagedOf(assignment)).toEqual(payload);
    const other = await uploading();
    await openSession(fence(other), { ...session('s1'), staged: null });
    expect(await stagedOf(other)).toBeUndefined();
  });

  it('keeps the media of an assignment apart', async () => {
    const assignment = await withSession();
    expect(await openSession(fence(assignment, 1), session('s2'))).toBe(true);
    await Upload.storeProgress(fence(assignment, 1), 7);
    await storeObject(fence(assignment, 1), 'video-2');
    await Upload.storeConfirmed(fence(assignment, 1), 6);
    expect(await Upload.ofAssignment(assignment.assignmentId)).toMatchObject([
      { item: 0, session: 's1', bytesTransferred: 0, confirmedBytes: 0, objectId: null },
      { item: 1, session: 's2', confirmedBytes: 6, objectId: 'video-2' },
    ]);
    expect(progressOf(await Upload.ofAssignment(assignment.assignmentId), null)).toEqual({
      bytesTransferred: 5_000_000_000,
      bytesTotal: 10_000_000_000,
    });
  });

  it('replaces only the session that the caller has seen', async () => {
    const assignment = await withSession();
    expect(await openSession(fence(assignment), session('s2'))).toBe(false);
    expect(await openSession(fence(assignment), session('s2', 'other'))).toBe(false);
    expect(await uploadOf(assignment)).toMatchObject({ session: 's1' });
    expect(await openSession(fence(assignment), session('s2', 's1'))).toBe(true);
    expect(await uploadOf(assignment)).toMatchObject({ session: 's2' });
  });

  it('begins anew with a new session: no bytes, no object; what the platform once had is remembered', async () => {
    const assignment = await withSession();
    await Upload.storeProgress(fence(assignment), 100);
    await Upload.storeConfirmed(fence(assignment), 90);
    await storeObject(fence(assignment), 'video-1');
    const next = { ...session('s2', 's1'), sizeBytes: null, source: { ...source, sizeBytes: null }, sourceChanges: 1 };
    expect(await openSession(fence(assignment), next)).toBe(true);
    expect(await uploadOf(assignment)).toMatchObject({
      session: 's2',
      bytesTransferred: 0,
      confirmedBytes: 90,
      objectId: null,
      sizeBytes: null,
      source: { etag: '"v1"', lastModified: null, sizeBytes: null },
      sourceChanges: 1,
    });
  });

  it('is won by one of many at once, with and without a session before', async () => {
    for (const replaced of [null, 's1']) {
      const assignment = replaced === null ? await uploading() : await withSession('s1');
      const names = Array.from({ length: 12 }, (_, index) => `new-${index}`);
      const results = await Promise.all(
        names.map(async (name) => openSession(fence(assignment), session(name, replaced))),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await uploadOf(assignment)).toMatchObject({ session: names[results.indexOf(true)] });
    }
  });

  it.each([
    ['cancelled', 'due'],
    ['published', 'none'],
  ] as const)('sees that the assignment was %s while it waited for the row', async (status, cleanup) => {
    const assignment = await uploading();
    const isStored = await interleave(
      database,
      async (client) =>
        client.query(`UPDATE assignments SET status = $2 WHERE id = $1`, [assignment.assignmentId, status]),
      async () => openSession(fence(assignment), session('s1')),
    );
    expect(isStored).toBe(cleanup === 'due');
    expect(await assignments.row(assignment)).toMatchObject({ status, cleanup });
    expect((await uploadOf(assignment))?.session).toBe(cleanup === 'due' ? 's1' : undefined);
  });
});

describe('what comes when its assignment has ended', () => {
  it('is owed to be removed where a cancellation was under way', async () => {
    const assignment = await uploading();
    const isStored = await interleave(
      database,
      async (client) =>
        client.query(`UPDATE assignments SET status = 'cancelled' WHERE id = $1`, [assignment.assignmentId]),
      async () => storeObject(fence(assignment), 'photo-1'),
    );
    expect([isStored, await uploadOf(assignment)]).toMatchObject([true, { objectId: 'photo-1' }]);
    expect(await assignments.row(assignment)).toMatchObject({ status: 'cancelled', cleanup: 'due' });
  });

  it.each([
    ['cancelled', 'INTERNAL', true],
    ['failed', 'MEDIA_INVALID', true],
    // A retry goes on with the objects of the assignment.
    ['failed', 'TOKEN_EXPIRED', false],
    ['pending', 'INTERNAL', false],
    ['published', 'INTERNAL', false],
  ] as const)('is owed to be removed where that is %s, by %s: %p', async (status, code, isOwed) => {
    const assignment = await assignments.pending({ status, errors: [{ code, message: 'x' }] });
    expect(await storeObject(fence(assignment), 'photo-1')).toBe(isOwed);
    const { cleanup } = await assignments.row(assignment);
    const noted = (await uploadOf(assignment))?.objectId;
    expect([cleanup, noted]).toEqual(isOwed ? ['due', 'photo-1'] : ['none', undefined]);
  });

  it('takes the place of nothing that the assignment has noted', async () => {
    const assignment = await withSession();
    await Assignment.update({ status: 'cancelled' }, { where: { id: assignment.assignmentId } });
    expect(await openSession(fence(assignment), session('s2', 's1'))).toBe(false);
    expect(await uploadOf(assignment)).toMatchObject({ session: 's1', objectId: null });
  });
});

describe('the fence of an upload', () => {
  it.each([
    ['another generation', { generation: 2 }],
    ['an assignment that is pending', { status: 'pending' }],
    ['an assignment that is uploaded', { status: 'uploaded' }],
    ['an assignment that is processing', { status: 'processing' }],
    ['an assignment that has failed', { status: 'failed' }],
    ['an assignment that was cancelled', { status: 'cancelled' }],
  ] as const)('of %s changes nothing', async (_what, overrides) => {
    const assignment = await withSession();
    await failTry(assignment, error);
    await Assignment.update(overrides, { where: { id: assignment.assignmentId } });
    const before = [await uploadOf(assignment), await assignments.row(assignment)];
    expect(await openSession(fence(assignment), session('s2', 's1'))).toBe(false);
    expect(await Upload.storeProgress(fence(assignment), 10)).toBe(false);
    await Upload.storeConfirmed(fence(assignment), 10);
    await storeObject(fence(assignment), 'video-1');
    expect([await uploadOf(assignment), await assignments.row(assignment)]).toEqual(before);
  });
});

describe('storeConfirmed', () => {
  it('is progress only when the platform has more than ever before, which an assignment with failed tries hears of', async () => {
    const assignment = await withSession();
    const isProgress = async (confirmedBytes: number) => Upload.storeConfirmed(fence(assignment), confirmedBytes);
    expect([await isProgress(10), await isProgress(10)]).toEqual([false, false]);
    await failTry(assignment, error);
    expect([await isProgress(10), await isProgress(100), await isProgress(100)]).toEqual([false, true, false]);
    expect(await isProgress(40)).toBe(false);
    expect(await uploadOf(assignment)).toMatchObject({ confirmedBytes: 100 });
    await openSession(fence(assignment), session('s2', 's1'));
    expect([await isProgress(100), await isProgress(4_999_999_999)]).toEqual([false, true]);
  });
});

describe('storeProgress and storeObject', () => {
  it('record the bytes handed over', async () => {
    const assignment = await withSession();
    expect(await Upload.storeProgress(fence(assignment), 4_999_999_999)).toBe(true);
    expect(await uploadOf(assignment)).toMatchObject({ bytesTransferred: 4_999_999_999, confirmedBytes: 0 });
  });

  it('record the object, with all bytes', async () => {
    const assignment = await withSession();
    for (let round = 0; round < 2; round += 1) expect(await storeObject(fence(assignment), 'video-1')).toBe(true);
    expect(await uploadOf(assignment)).toMatchObject({ objectId: 'video-1', bytesTransferred: 5_000_000_000 });
  });

  it('keep the bytes counted where the size was never known', async () => {
    const assignment = await uploading();
    await openSession(fence(assignment), { ...session('s1'), sizeBytes: null });
    await Upload.storeProgress(fence(assignment), 77);
    await storeObject(fence(assignment), 'video-1');
    expect(await uploadOf(assignment)).toMatchObject({ objectId: 'video-1', bytesTransferred: 77 });
  });

  it('record the object of a medium that needs no session', async () => {
    const assignment = await uploading();
    for (let round = 0; round < 2; round += 1) await storeObject(fence(assignment), 'photo-1');
    expect(await uploadOf(assignment)).toMatchObject({ session: null, objectId: 'photo-1' });
  });

  it('keep the object that was recorded first: that of another try is not the assignment’s', async () => {
    const assignment = await uploading();
    expect(await storeObject(fence(assignment), 'photo-1')).toBe(true);
    expect(await storeObject(fence(assignment), 'photo-2')).toBe(false);
    expect(await uploadOf(assignment)).toMatchObject({ objectId: 'photo-1' });
  });

  it('have no progress before there is a session', async () => {
    const assignment = await uploading();
    expect(await Upload.storeProgress(fence(assignment), 1)).toBe(true);
    expect(await uploadOf(assignment)).toBeNull();
    expect(progressOf(await Upload.ofAssignment(assignment.assignmentId), 9)).toEqual({
      bytesTransferred: 0,
      bytesTotal: 9,
    });
  });
});
