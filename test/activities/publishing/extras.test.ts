import { createHash, randomUUID } from 'node:crypto';
import { uploadedMediaUrl } from '../../../domain/uploadSession';
import { Assignment } from '../../../models/assignments/Assignment';
import { PostExtra } from '../../../models/assignments/PostExtra';
import { isOpen } from '../../support/runs/attempts';
import { makeGif, makePng } from '../../support/media/mediaFiles';
import type { CreatedRun } from '../../support/runs/publishing';
import {
  broughtAssignment,
  changesSince,
  itemsIn,
  lastSeq,
  makePlaylist,
  oneTry,
  playlistItems,
  png,
  publishing,
  thumbnails,
  tried,
  videoOf,
  warningsOf,
} from './dressed';

/** The assignment is published: nothing beside the post is asked for on the way. */
async function publish(assignment: CreatedRun, privacyStatus = 'public'): Promise<void> {
  const before = await lastSeq();
  expect(await tried('publish', assignment)).toBeUndefined();
  const asked = (await publishing.callsSince(before)).map(({ method, path }) => [method, path]);
  expect(asked.filter(([, path]) => path !== '/youtube/v3/videos')).toEqual([]);
  expect(await videoOf(assignment)).toMatchObject({ status: { privacyStatus }, thumbnail: null });
  expect((await Assignment.findByPk(assignment.assignmentId))!.status).toBe('published');
  expect(await warningsOf(assignment)).toEqual({});
}

describe('a post that is live', () => {
  it('gets its thumbnail and its place in a playlist then, each by one call', async () => {
    const channel = await publishing.connect();
    const playlistId = await makePlaylist(channel);
    const thumbnailUrl = publishing.media.serve({ bytes: png }).url;
    const assignment = await broughtAssignment({ thumbnailUrl, playlistId }, channel);
    await publish(assignment);
    const before = await lastSeq();
    expect(await tried('complete', assignment)).toBeUndefined();
    const changes = (await changesSince(before)).toSorted();
    expect(changes).toEqual(['/upload/youtube/v3/thumbnails/set', '/youtube/v3/playlistItems']);
    const video = await videoOf(assignment);
    const sha256 = createHash('sha256').update(png).digest('hex');
    expect(video).toMatchObject({ thumbnail: { sha256, setCount: 1 } });
    expect(await itemsIn(playlistId)).toEqual([video.id]);
    expect(await warningsOf(assignment)).toEqual({});

    const again = await lastSeq();
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await publishing.callsSince(again)).toEqual([]);
  });

  it.each([
    ['whose length is told', undefined],
    ['whose length nobody tells', null],
  ])('is given a thumbnail of 6 MB %s', async (_what, announcedBytes) => {
    const bytes = Buffer.concat([png, Buffer.alloc(6_000_000, 7)]);
    const { url } = publishing.media.serve({ bytes, ...(announcedBytes === null && { announcedBytes }) });
    const assignment = await broughtAssignment({ thumbnailUrl: url });
    await publish(assignment);
    expect(await tried('complete', assignment)).toBeUndefined();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await videoOf(assignment)).toMatchObject({ thumbnail: { sha256, sizeBytes: bytes.length, setCount: 1 } });
    expect(await warningsOf(assignment)).toEqual({});
  });

  it('asks the platform nothing more where its payload names none', async () => {
    const assignment = await broughtAssignment({});
    const before = await lastSeq();
    expect(await tried('publish', assignment)).toBeUndefined();
    expect((await publishing.callsSince(before)).map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']);
  });

  it.each<[string, () => string, RegExp]>([
    ['is not there', () => publishing.media.serve({ status: 404 }).url, /answered 404 instead of the image/],
    ['is no JPEG or PNG', () => publishing.media.serve({ bytes: makeGif(16, 9) }).url, /format is image\/gif/],
    ['is too large', () => publishing.media.serve({ bytes: Buffer.alloc(52_428_801) }).url, /more than 52428800 bytes/],
    ['is at an address that is not public', () => 'http://127.0.0.1:1/a.png', /must name a public host/],
  ])('goes without a thumbnail that %s: a warning and a line in the log', async (_what, url, words) => {
    const assignment = await broughtAssignment({ thumbnailUrl: url() });
    await publish(assignment);
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await videoOf(assignment)).toMatchObject({ status: { privacyStatus: 'public' }, thumbnail: null });
    expect(await warningsOf(assignment)).toEqual({ 'payload.thumbnailUrl': [expect.stringMatching(words)] });
    const line = publishing.log.find((one) => one['assignmentId'] === assignment.assignmentId && one['field']);
    expect(line).toMatchObject({ level: 40, field: 'thumbnailUrl', reason: expect.stringMatching(words) });
    expect(JSON.stringify(line)).not.toContain(assignment.channel.accessToken);
  });

  it.each([
    ['thumbnailUrl', thumbnails, 'forbidden', /owner of the channel: Verify the phone number.*youtube\.com\/verify/],
    ['thumbnailUrl', thumbnails, 'quotaExceeded', /daily YouTube quota is used up/],
    ['playlistId', playlistItems, 'playlistContainsMaximumNumberOfVideos', /playlist is full/],
    ['playlistId', playlistItems, 'quotaExceeded', /daily YouTube quota is used up/],
  ])('goes without what the platform refuses: %s, %o, %s', async (field, on, error, words) => {
    const channel = await publishing.connect();
    const value = field === 'playlistId' ? await makePlaylist(channel) : publishing.media.serve({ bytes: png }).url;
    await publishing.fault(on, { error });
    const assignment = await broughtAssignment({ [field]: value }, channel);
    await publish(assignment);
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await videoOf(assignment)).toMatchObject({ status: { privacyStatus: 'public' } });
    expect(await warningsOf(assignment)).toEqual({ [`payload.${field}`]: [expect.stringMatching(words)] });
  });

  it('is given a thumbnail that fails for now three times, and its playlist meanwhile', async () => {
    const channel = await publishing.connect();
    const playlistId = await makePlaylist(channel);
    const source = publishing.media.serve({ status: 503 });
    const assignment = await broughtAssignment({ thumbnailUrl: source.url, playlistId }, channel);
    await publish(assignment);
    expect(source.requests).toHaveLength(0);
    for (const tries of [1, 2]) {
      expect(await tried('complete', assignment)).toBe('EXTRA_FAILED');
      expect(source.requests).toHaveLength(tries);
      expect(await itemsIn(playlistId)).toEqual([(await videoOf(assignment)).id]);
      expect(await warningsOf(assignment)).toEqual({});
    }
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(source.requests).toHaveLength(3);
    expect(await warningsOf(assignment)).toEqual({
      'payload.thumbnailUrl': ['answered 503 instead of the image. Make sure that it can be downloaded, then retry.'],
    });
  });

  /** An assignment that is due, with an uploaded thumbnail of which the store has nothing. */
  const assignmentWithUpload = async (status: string): Promise<CreatedRun> => {
    const channel = await publishing.connect();
    const id = randomUUID();
    await publishing.database.query(
      `INSERT INTO upload_sessions (id, workspace_id, file_name, media_content_type, media_size_bytes, status, completed_at, expires_at)
       VALUES ($1, $2, 'a.png', 'image/png', 1000, $3, now(), now() + interval '1 day')`,
      [id, channel.workspaceId, status],
    );
    const assignment = await broughtAssignment({ thumbnailUrl: uploadedMediaUrl('https://api.example', id) }, channel);
    await publishing.database.query('INSERT INTO upload_uses (assignment_id, upload_session_id) VALUES ($1, $2)', [
      assignment.assignmentId,
      id,
    ]);
    return assignment;
  };

  it('is published although the store of its uploaded thumbnail does not answer', async () => {
    const assignment = await assignmentWithUpload('complete');
    await publish(assignment);
    const mediaStore = { ...publishing.files, read: async () => new Promise<never>(() => undefined) };
    expect(await tried('complete', assignment, { mediaStore })).toBe('EXTRA_FAILED');
  });

  it.each(['expired', 'complete'])(
    'goes without an uploaded thumbnail that was removed from a session that is %s',
    async (status) => {
      const assignment = await assignmentWithUpload(status);
      await publish(assignment);
      const request = jest.spyOn(publishing.deps.safeFetch, 'request');
      expect(await tried('complete', assignment)).toBeUndefined();
      const asked = request.mock.calls.length;
      request.mockRestore();
      const words = 'The uploaded file was removed. Upload it in another session, and name that one by a PATCH.';
      expect(await warningsOf(assignment)).toEqual({ 'payload.thumbnailUrl': [words] });
      expect(asked).toBe(0);
    },
  );

  it('is not put into a playlist of another channel, nor into one that is not there', async () => {
    const others = await makePlaylist(await publishing.connect());
    for (const playlistId of [others, 'PLunknown']) {
      const assignment = await broughtAssignment({ playlistId });
      await publish(assignment);
      expect(await tried('complete', assignment)).toBeUndefined();
      const warning = `The channel has no playlist ${playlistId}. Name one of its own.`;
      expect(await warningsOf(assignment)).toEqual({ 'payload.playlistId': [warning] });
    }
    expect(await itemsIn(others)).toEqual([]);
  });

  it('is put into its playlist also where it stays private', async () => {
    const channel = await publishing.connect();
    const playlistId = await makePlaylist(channel);
    const assignment = await broughtAssignment({ playlistId, privacy: 'private' }, channel);
    await publish(assignment, 'private');
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await itemsIn(playlistId)).toEqual([(await videoOf(assignment)).id]);
  });

  it('owes its extras until no fault of the service itself is in the way', async () => {
    const assignment = await broughtAssignment({ thumbnailUrl: 'http://media.example/a.png' });
    await publish(assignment);
    const safeFetch = { ...publishing.deps.safeFetch, request: async () => Promise.reject(new TypeError('a bug')) };
    for (const tries of [1, 2])
      expect([tries, await tried('complete', assignment, { safeFetch })]).toEqual([tries, 'EXTRA_FAILED']);
    expect(await tried('complete', assignment, { safeFetch })).toBeUndefined();
    expect(await warningsOf(assignment)).toEqual({ 'payload.thumbnailUrl': [expect.not.stringContaining('a bug')] });
    expect(publishing.log).toContainEqual(
      expect.objectContaining({ level: 50, msg: 'an extra failed for a reason of our own' }),
    );
  });

  it('gets the thumbnail that an update has given it meanwhile, and no earlier one after that', async () => {
    const [first, second] = [png, makePng(640, 480)].map((bytes) => publishing.media.serve({ bytes }).url);
    const assignment = await broughtAssignment({ thumbnailUrl: first! });
    await publish(assignment);
    const { assignmentId } = assignment;
    await publishing.database.query(
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
       VALUES ($1, 1, 'update', '{}', now() + interval '1 hour') RETURNING 1`,
      [assignmentId],
    );
    expect(await tried('complete', assignment)).toBe('READ_AGAIN');
    expect(await videoOf(assignment)).toMatchObject({ thumbnail: null });
    await publishing.database.query(
      `WITH ended AS (DELETE FROM publish_attempts WHERE assignment_id = $1 AND step = 'update')
       UPDATE assignments SET payload = payload || jsonb_build_object('thumbnailUrl', $2::text) WHERE id = $1 RETURNING 1`,
      [assignmentId, second],
    );
    expect(await tried('complete', assignment)).toBeUndefined();
    const sha256 = createHash('sha256').update(makePng(640, 480)).digest('hex');
    expect(await videoOf(assignment)).toMatchObject({ thumbnail: { sha256, setCount: 1 } });
  });
});

it('a fault of the database before the first try leaves nothing out', async () => {
  const channel = await publishing.connect();
  const playlistId = await makePlaylist(channel);
  const assignment = await broughtAssignment({ playlistId }, channel);
  await publish(assignment);
  jest.spyOn(PostExtra, 'begin').mockRejectedValueOnce(new Error('the connection to the database is gone'));
  await expect(tried('complete', assignment)).rejects.toThrow('the connection to the database is gone');
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await itemsIn(playlistId)).toEqual([(await videoOf(assignment)).id]);
});

describe('a playlist has the video once', () => {
  it.each([
    ['the answer is lost', async () => publishing.fault(playlistItems, { loseAnswer: true })],
    [
      'YouTube answers that it does not find the video',
      async () => publishing.sandbox.control('POST', '/settings', { youngVideoMs: 60_000 }),
    ],
    [
      'YouTube answers with an error and does nothing',
      async () => publishing.fault(playlistItems, { error: 'backendError' }),
    ],
    ['YouTube knows the item', async () => publishing.fault(playlistItems, { error: 'videoAlreadyInPlaylist' })],
  ])('although %s', async (what, spoil) => {
    const channel = await publishing.connect();
    const playlistId = await makePlaylist(channel);
    const assignment = await broughtAssignment({ playlistId }, channel);
    await spoil();
    const isKnown = what === 'YouTube knows the item';
    await publish(assignment);
    expect(await tried('complete', assignment)).toBe(isKnown ? undefined : 'EXTRA_FAILED');
    expect(await tried('complete', assignment)).toBeUndefined();
    await publishing.sandbox.control('POST', '/settings', { youngVideoMs: 0 });
    expect(await itemsIn(playlistId)).toEqual(isKnown ? [] : [(await videoOf(assignment)).id]);
    expect(await warningsOf(assignment)).toEqual({});
  });

  it('although the worker died between the insertion and its note', async () => {
    const channel = await publishing.connect();
    const playlistId = await makePlaylist(channel);
    const assignment = await broughtAssignment({ playlistId }, channel);
    await publish(assignment);
    const { id } = await videoOf(assignment);
    const { assignmentId, generation } = assignment;
    const died = { ...oneTry, field: 'playlistId', value: playlistId, postId: id, leaseSeconds: 60 };
    await PostExtra.begin({ assignmentId, generation, isOfRun: false, ...died });
    await publishing.sandbox.youtube('POST', '/youtube/v3/playlistItems?part=id', {
      token: channel.accessToken,
      json: { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId: id } } },
    });
    expect(await tried('complete', assignment)).toBe('AWAITING_LEASE');
    await publishing.database.query(`UPDATE post_extras SET lease_until = now() WHERE assignment_id = $1 RETURNING 1`, [
      assignmentId,
    ]);
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await itemsIn(playlistId)).toEqual([id]);
  });

  it('where an earlier run has published the post and only a look tells', async () => {
    const channel = await publishing.connect();
    const playlistId = await makePlaylist(channel);
    const thumbnailUrl = publishing.media.serve({ bytes: png }).url;
    const assignment = await broughtAssignment({ playlistId, thumbnailUrl }, channel);
    await publishing.fault({ method: 'PUT', path: '/youtube/v3/videos' }, { loseAnswer: true });
    expect(await tried('publish', assignment)).toBe('OUTCOME_UNKNOWN');
    expect(await isOpen(assignment)).toBe(true);
    expect(await tried('settle', assignment)).toBeUndefined();
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await itemsIn(playlistId)).toEqual([(await videoOf(assignment)).id]);
    expect(await videoOf(assignment)).toMatchObject({ thumbnail: { setCount: 1 } });
  });
});
