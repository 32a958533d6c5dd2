import { createHash } from 'node:crypto';
import type { Payload } from '../../../domain/payload/payload';
import { Assignment } from '../../../models/assignments/Assignment';
import { PostExtra } from '../../../models/assignments/PostExtra';
import { moveOn } from '../../support/build/moveOn';
import { makePng } from '../../support/media/mediaFiles';
import type { CreatedJob } from '../../support/runs/publishing';
import {
  changesSince,
  itemsIn,
  lastSeq,
  makePlaylist,
  png,
  preparedJob,
  publishing,
  tried,
  videoOf,
  warningsOf,
} from './dressed';

describe('a post that is prepared', () => {
  const generationAfter = async (job: CreatedJob, change: Payload): Promise<CreatedJob> => {
    const write = `UPDATE assignments SET payload = payload || $2::jsonb, prepared_at = NULL, generation = generation + 1
                   WHERE id = $1 RETURNING generation`;
    await publishing.database.query(write, [job.assignmentId, JSON.stringify(change)]);
    return { ...job, generation: job.generation + 1 };
  };

  /** Prepares it, with as many tries as that takes. */
  const giveUp = async (job: CreatedJob): Promise<void> => {
    while ((await tried('prepare', job)) === 'EXTRA_FAILED');
    expect(Object.keys(await warningsOf(job))).toEqual(['payload.thumbnailUrl']);
  };
  const comeToItsTime = async ({ assignmentId }: CreatedJob): Promise<void> => {
    await Assignment.update({ scheduledAt: new Date() }, { where: { id: assignmentId } });
    await moveOn(assignmentId, { to: 'processing' });
  };

  it('has its thumbnail before its time, and is in no playlist', async () => {
    const channel = await publishing.connect();
    const playlistId = await makePlaylist(channel);
    const thumbnailUrl = publishing.media.serve({ bytes: png }).url;
    const job = await preparedJob({ thumbnailUrl, playlistId }, channel);
    expect(await tried('prepare', job)).toBeUndefined();
    expect(await videoOf(job)).toMatchObject({ status: { privacyStatus: 'private' }, thumbnail: { setCount: 1 } });
    expect(await itemsIn(playlistId)).toEqual([]);
  });

  it('waits for a thumbnail that fails for now, and is prepared without one that fails for good', async () => {
    const source = publishing.media.serve({ status: 503 });
    const job = await preparedJob({ thumbnailUrl: source.url });
    expect(await tried('prepare', job)).toBe('EXTRA_FAILED');
    expect(await tried('prepare', job)).toBe('EXTRA_FAILED');
    expect(await tried('prepare', job)).toBeUndefined();
    expect((await Assignment.findByPk(job.assignmentId))!.preparedAt).not.toBeNull();
    expect(await warningsOf(job)).toEqual({
      'payload.thumbnailUrl': ['answered 503 instead of the image. Make sure that it can be downloaded, then retry.'],
    });
  });

  it('has the thumbnail of its last edit, once: an earlier run that is late sets nothing', async () => {
    const [first, second] = [png, makePng(640, 480)].map((bytes) => publishing.media.serve({ bytes }).url);
    const job = await preparedJob({ thumbnailUrl: first! });
    expect(await tried('prepare', job)).toBeUndefined();
    const edited = await generationAfter(job, { thumbnailUrl: second! });
    expect(await tried('prepare', job)).toBe('superseded');
    expect(await tried('prepare', edited)).toBeUndefined();
    expect(await tried('prepare', edited)).toBeUndefined();
    const sha256 = createHash('sha256').update(makePng(640, 480)).digest('hex');
    expect(await videoOf(job)).toMatchObject({ thumbnail: { sha256, setCount: 2 } });
  });

  it('is no longer warned of a thumbnail that an edit has replaced', async () => {
    const job = await preparedJob({ thumbnailUrl: publishing.media.serve({ status: 410 }).url });
    expect(await tried('prepare', job)).toBeUndefined();
    expect(Object.keys(await warningsOf(job))).toEqual(['payload.thumbnailUrl']);
    const edited = await generationAfter(job, { thumbnailUrl: publishing.media.serve({ bytes: png }).url });
    expect(await warningsOf(edited)).toEqual({});
    expect(await tried('prepare', edited)).toBeUndefined();
    expect(await warningsOf(edited)).toEqual({});
  });

  it('waits until the call for an earlier thumbnail can no longer arrive', async () => {
    const thumbnailUrl = publishing.media.serve({ bytes: png }).url;
    const job = await preparedJob({ thumbnailUrl });
    const { assignmentId, generation } = job;
    const { id: postId } = await videoOf(job);
    const died = {
      field: 'thumbnailUrl',
      value: 'https://media.example/before.png',
      postId,
      leaseSeconds: 60,
      settleSeconds: 0,
    };
    await PostExtra.begin({ assignmentId, generation, isOfRun: false, ...died });
    expect(await tried('prepare', job)).toBe('AWAITING_LEASE');
    expect(await videoOf(job)).toMatchObject({ thumbnail: null });
  });

  it.each([404, 503])('gets at its time a thumbnail that was given up before, after answers of %s', async (status) => {
    let isThere = false;
    const source = publishing.media.serve(() => (isThere ? { bytes: png } : { status }));
    const job = await preparedJob({ thumbnailUrl: source.url });
    await giveUp(job);
    isThere = true;
    const { length } = source.requests;
    expect(await tried('prepare', job)).toBeUndefined();
    expect(source.requests).toHaveLength(length);
    expect(Object.keys(await warningsOf(job))).toEqual(['payload.thumbnailUrl']);

    await comeToItsTime(job);
    const before = await lastSeq();
    expect(await tried('publish', job)).toBeUndefined();
    expect(await tried('complete', job)).toBeUndefined();
    expect(await changesSince(before)).toEqual(['/youtube/v3/videos', '/upload/youtube/v3/thumbnails/set']);
    expect(await warningsOf(job)).toEqual({});
  });

  it('is live at its time without a thumbnail that fails then, too: it is tried three times from then on', async () => {
    const source = publishing.media.serve({ status: 503 });
    const job = await preparedJob({ thumbnailUrl: source.url });
    expect(await tried('prepare', job)).toBe('EXTRA_FAILED');
    await comeToItsTime(job);
    expect(await tried('publish', job)).toBeUndefined();
    expect(await videoOf(job)).toMatchObject({ status: { privacyStatus: 'public' } });
    for (const tries of [1, 2]) expect([tries, await tried('complete', job)]).toEqual([tries, 'EXTRA_FAILED']);
    expect(await tried('complete', job)).toBeUndefined();
    expect(source.requests).toHaveLength(1 + 3);
    expect(await warningsOf(job)).toEqual({
      'payload.thumbnailUrl': ['answered 503 instead of the image. Make sure that it can be downloaded, then retry.'],
    });
  });

  it('gets none after it was cancelled', async () => {
    const job = await preparedJob({ thumbnailUrl: publishing.media.serve({ bytes: png }).url });
    const { assignmentId, generation } = job;
    await publishing.database.query(`UPDATE assignments SET status = 'cancelled' WHERE id = $1 RETURNING 1`, [
      assignmentId,
    ]);
    const asked = { field: 'thumbnailUrl', value: 'x', postId: 'y', leaseSeconds: 1, settleSeconds: 0 };
    expect(await PostExtra.begin({ assignmentId, generation, isOfRun: true, ...asked })).toBe('movedOn');
    expect(await tried('prepare', job)).toBe('cancelled');
  });
});
