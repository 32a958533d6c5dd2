import type { Payload } from '../../../domain/payload/payload';
import type { Channel, CreatedRun } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';
import {
  broughtAssignment,
  changesSince,
  extrasOf,
  lastSeq,
  makePlaylist,
  publishing,
  tried,
  videoOf,
  warningsOf,
} from './dressed';

const make = { method: 'POST', path: '/youtube/v3/playlists' };

async function published(playlists: Payload[string], channel: Channel, more: Payload = {}): Promise<CreatedRun> {
  const assignment = await broughtAssignment({ playlists, ...more }, channel);
  expect(await tried('publish', assignment)).toBeUndefined();
  return assignment;
}

/** The playlists of a channel: the title of each, and its videos. */
async function playlistsOf({ channelId }: Channel): Promise<[string, string[]][]> {
  const { playlists } = await publishing.sandbox.stateOf('youtube');
  return playlists
    .filter((one: Json) => one.channelId === channelId)
    .map(({ title, items }: Json) => [title, items.map(({ videoId }: Json) => videoId)]);
}

/** Lets the turns to make a playlist be over. */
const endTurns = async () =>
  publishing.database.query(`UPDATE collection_turns SET lease_until = now() RETURNING 1`, []);

it('have the video once each, by id and by name; one of a new name is made', async () => {
  const channel = await publishing.connect();
  const id = await makePlaylist(channel);
  const assignment = await published([{ id }, { name: 'Walks' }, { name: 'A playlist' }], channel);
  const { id: videoId } = await videoOf(assignment);
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await playlistsOf(channel)).toEqual([
    ['A playlist', [videoId]],
    ['Walks', [videoId]],
  ]);
  const done = { field: 'playlists', status: 'done', id: expect.any(String) };
  expect(await extrasOf(assignment)).toMatchObject([
    { ...done, item: id },
    { ...done, item: 'Walks' },
    { ...done, item: 'A playlist' },
  ]);
  const again = await lastSeq();
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await publishing.callsSince(again)).toEqual([]);
});

it.each<[object, string[]]>([
  [{ loseAnswer: true }, []],
  // The call may still have its effect: nobody makes another playlist before the turn is over.
  [{ error: 'backendError' }, ['AWAITING_LEASE']],
])('of a new name are made once although the call has no answer: %j', async (fault, waits) => {
  const channel = await publishing.connect();
  await publishing.fault(make, fault);
  const assignment = await published([{ name: 'Walks' }], channel);
  expect(await tried('complete', assignment)).toBe('EXTRA_FAILED');
  for (const wait of waits) expect(await tried('complete', assignment)).toBe(wait);
  await endTurns();
  expect(await tried('complete', assignment)).toBeUndefined();
  const { id: videoId } = await videoOf(assignment);
  expect(await playlistsOf(channel)).toEqual([['Walks', [videoId]]]);
});

it('of a new name that many posts name at the same time are made once', async () => {
  const channel = await publishing.connect();
  const posts = await Promise.all([1, 2, 3, 4].map(async () => published([{ name: 'Walks' }], channel)));
  await Promise.all(posts.map(async (post) => tried('complete', post)));
  for (const post of posts) expect(await tried('complete', post)).toBeUndefined();
  const [[title, videos], ...others] = (await playlistsOf(channel)) as [[string, string[]]];
  expect([title, videos.length, new Set(videos).size, others]).toEqual(['Walks', 4, 4, []]);
});

it("of another channel are a warning, and leave the channel's own", async () => {
  const [channel, other] = [await publishing.connect(), await publishing.connect()];
  const foreign = await makePlaylist(other);
  const assignment = await published([{ id: foreign }, { name: 'Walks' }], channel);
  const before = await lastSeq();
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await changesSince(before)).toEqual([make.path, '/youtube/v3/playlistItems']);
  expect(await warningsOf(assignment)).toEqual({
    'payload.playlists': [expect.stringMatching(new RegExp(`^${foreign}: .*has no playlist ${foreign}`))],
  });
});

it('and playlistId do not get in the way of one another', async () => {
  const channel = await publishing.connect();
  const playlistId = await makePlaylist(channel);
  const assignment = await published([{ name: 'A playlist' }], channel, { playlistId });
  expect(await tried('complete', assignment)).toBeUndefined();
  const { id: videoId } = await videoOf(assignment);
  expect(await playlistsOf(channel)).toEqual([['A playlist', [videoId]]]);
});
