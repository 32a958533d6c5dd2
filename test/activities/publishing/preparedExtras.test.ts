import { createHash } from 'node:crypto';
import type { Payload } from '../../../domain/payload/payload';
import { Assignment } from '../../../models/assignments/Assignment';
import { PostExtra } from '../../../models/assignments/PostExtra';
import { moveOn } from '../../support/build/moveOn';
import { makePng } from '../../support/media/mediaFiles';
import type { CreatedRun } from '../../support/runs/publishing';
import {
  changesSince,
  itemsIn,
  lastSeq,
  makePlaylist,
  oneTry,
  png,
  preparedAssignment,
  publishing,
  tried,
  videoOf,
  warningsOf,
} from './dressed';

describe('a post that is prepared', () => {
  const generationAfter = async (assignment: CreatedRun, change: Payload): Promise<CreatedRun> => {
    const write = `UPDATE assignments SET payload = payload || $2::jsonb, prepared_at = NULL, generation = generation + 1
                   WHERE id = $1 RETURNING generation`;
    await publishing.database.query(write, [assignment.assignmentId, JSON.stringify(change)]);
    return { ...assignment, generation: assignment.generation + 1 };
  };

  /** Prepares it, with as many tries as that takes. */
  const giveUp = async (assignment: CreatedRun): Promise<void> => {
    while ((await tried('prepare', assignment)) === 'EXTRA_FAILED');
    expect(Object.keys(await warningsOf(assignment))).toEqual(['payload.thumbnailUrl']);
  };
  const comeToItsTime = async ({ assignmentId }: CreatedRun): Promise<void> => {
    await Assignment.update({ scheduledAt: new Date() }, { where: { id: assignmentId } });
    await moveOn(assignmentId, { to: 'processing' });
  };

  it('has its thumbnail before its time, and is in no playlist', async () => {
    const channel = await publishing.connect();
    const playlistId = await makePlaylist(channel);
    const thumbnailUrl = publishing.media.serve({ bytes: png }).url;
    const assignment = await preparedAssignment({ thumbnailUrl, playlistId }, channel);
    expect(await tried('prepare', assignment)).toBeUndefined();
    expect(await videoOf(assignment)).toMatchObject({
      status: { privacyStatus: 'private' },
      thumbnail: { setCount: 1 },
    });
    expect(await itemsIn(playlistId)).toEqual([]);
  });

  it('waits for a thumbnail that fails for now, and is prepared without one that fails for good', async () => {
    const source = publishing.media.serve({ status: 503 });
    const assignment = await preparedAssignment({ thumbnailUrl: source.url });
    expect(await tried('prepare', assignment)).toBe('EXTRA_FAILED');
    expect(await tried('prepare', assignment)).toBe('EXTRA_FAILED');
    expect(await tried('prepare', assignment)).toBeUndefined();
    expect((await Assignment.findByPk(assignment.assignmentId))!.preparedAt).not.toBeNull();
    expect(await warningsOf(assignment)).toEqual({
      'payload.thumbnailUrl': ['answered 503 instead of the image. Make sure that it can be downloaded, then retry.'],
    });
  });

  it('has the thumbnail of its last edit, once: an earlier run that is late sets nothing', async () => {
    const [first, second] = [png, makePng(640, 480)].map((bytes) => publishing.media.serve({ bytes }).url);
    const assignment = await preparedAssignment({ thumbnailUrl: first! });
    expect(await tried('prepare', assignment)).toBeUndefined();
    const edited = await generationAfter(assignment, { thumbnailUrl: second! });
    expect(await tried('prepare', assignment)).toBe('superseded');
    expect(await tried('prepare', edited)).toBeUndefined();
    expect(await tried('prepare', edited)).toBeUndefined();
    const sha256 = createHash('sha256').update(makePng(640, 480)).digest('hex');
    expect(await videoOf(assignment)).toMatchObject({ thumbnail: { sha256, setCount: 2 } });
  });

  it('is no longer warned of a thumbnail that an edit has replaced', async () => {
    const assignment = await preparedAssignment({ thumbnailUrl: publishing.media.serve({ status: 410 }).url });
    expect(await tried('prepare', assignment)).toBeUndefined();
    expect(Object.keys(await warningsOf(assignment))).toEqual(['payload.thumbnailUrl']);
    const edited = await generationAfter(assignment, { thumbnailUrl: publishing.media.serve({ bytes: png }).url });
    expect(await warningsOf(edited)).toEqual({});
    expect(await tried('prepare', edited)).toBeUndefined();
    expect(await warningsOf(edited)).toEqual({});
  });

  it('waits until the call for an earlier thumbnail can no longer arrive', async () => {
    const thumbnailUrl = publishing.media.serve({ bytes: png }).url;
    const assignment = await preparedAssignment({ thumbnailUrl });
    const { assignmentId, generation } = assignment;
    const { id: postId } = await videoOf(assignment);
    const died = {
      ...oneTry,
      field: 'thumbnailUrl',
      value: 'https://media.example/before.png',
      postId,
      leaseSeconds: 60,
    };
    await PostExtra.begin({ assignmentId, generation, isOfRun: false, ...died });
    expect(await tried('prepare', assignment)).toBe('AWAITING_LEASE');
    expect(await videoOf(assignment)).toMatchObject({ thumbnail: null });
  });

  it.each([404, 503])('gets at its time a thumbnail that was given up before, after answers of %s', async (status) => {
    let isThere = false;
    const source = publishing.media.serve(() => (isThere ? { bytes: png } : { status }));
    const assignment = await preparedAssignment({ thumbnailUrl: source.url });
    await giveUp(assignment);
    isThere = true;
    const { length } = source.requests;
    expect(await tried('prepare', assignment)).toBeUndefined();
    expect(source.requests).toHaveLength(length);
    expect(Object.keys(await warningsOf(assignment))).toEqual(['payload.thumbnailUrl']);

    await comeToItsTime(assignment);
    const before = await lastSeq();
    expect(await tried('publish', assignment)).toBeUndefined();
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await changesSince(before)).toEqual(['/youtube/v3/videos', '/upload/youtube/v3/thumbnails/set']);
    expect(await warningsOf(assignment)).toEqual({});
  });

  it('is live at its time without a thumbnail that fails then, too: it is tried three times from then on', async () => {
    const source = publishing.media.serve({ status: 503 });
    const assignment = await preparedAssignment({ thumbnailUrl: source.url });
    expect(await tried('prepare', assignment)).toBe('EXTRA_FAILED');
    await comeToItsTime(assignment);
    expect(await tried('publish', assignment)).toBeUndefined();
    expect(await videoOf(assignment)).toMatchObject({ status: { privacyStatus: 'public' } });
    for (const tries of [1, 2]) expect([tries, await tried('complete', assignment)]).toEqual([tries, 'EXTRA_FAILED']);
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(source.requests).toHaveLength(1 + 3);
    expect(await warningsOf(assignment)).toEqual({
      'payload.thumbnailUrl': ['answered 503 instead of the image. Make sure that it can be downloaded, then retry.'],
    });
  });

  it('gets none after it was cancelled', async () => {
    const assignment = await preparedAssignment({ thumbnailUrl: publishing.media.serve({ bytes: png }).url });
    const { assignmentId, generation } = assignment;
    await publishing.database.query(`UPDATE assignments SET status = 'cancelled' WHERE id = $1 RETURNING 1`, [
      assignmentId,
    ]);
    const asked = { ...oneTry, field: 'thumbnailUrl', value: 'x', postId: 'y', leaseSeconds: 1 };
    expect(await PostExtra.begin({ assignmentId, generation, isOfRun: true, ...asked })).toBe('movedOn');
    expect(await tried('prepare', assignment)).toBe('cancelled');
  });
});
