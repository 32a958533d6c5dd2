import { useCleanSandbox } from '../../support/servers/sandbox';
import type { Grant, Json } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

const allowed = { scopes: ['youtube', 'youtube.force-ssl'] };

describe('comments', () => {
  const sandbox = useCleanSandbox();
  const mine = useEach(async () => sandbox.grant({ name: 'Mine', ...allowed }));
  const other = useEach(async () => sandbox.grant({ name: 'Other', ...allowed }));

  const upload = async (status: object = { privacyStatus: 'public' }) =>
    sandbox.upload(mine.accessToken, { snippet: { title: 'Walk' }, status });
  const insert = async (videoId: string, textOriginal: string | undefined, { accessToken: token }: Grant = mine) =>
    sandbox.youtube('POST', '/youtube/v3/commentThreads?part=snippet', {
      token,
      json: { snippet: { videoId, topLevelComment: { snippet: { textOriginal } } } },
    });
  const list = async (videoId: string, { accessToken: token }: Grant = mine, more = '') =>
    sandbox.youtube('GET', `/youtube/v3/commentThreads?part=snippet&videoId=${videoId}${more}`, { token });
  const reasonOf = ({ status, body }: { status: number; body: Json }) => [status, body.error.errors[0].reason];
  const textsOf = ({ body }: { body: Json }) =>
    body.items.map(({ snippet }: Json) => snippet.topLevelComment.snippet.textOriginal);
  const unitsOf = async () => (await sandbox.stateOf('youtube')).quota.units;

  it('are made for 50 units and listed for one, newest first; the same text once more is another comment', async () => {
    const videoId = await upload();
    const before = await unitsOf();
    const { status, body } = await insert(videoId, ' First ');
    expect([status, body.kind, body.snippet.topLevelComment.snippet]).toMatchObject([
      200,
      'youtube#commentThread',
      { textOriginal: 'First', authorChannelId: { value: mine.channelId }, videoId },
    ]);
    expect((await unitsOf()) - before).toBe(50);
    await insert(videoId, 'First');
    await insert(videoId, 'Of another', other);
    expect(textsOf(await list(videoId))).toEqual([undefined, 'First', 'First']);
    expect((await list(videoId, mine, '&maxResults=1')).body).toMatchObject({
      kind: 'youtube#commentThreadListResponse',
      nextPageToken: expect.any(String),
      items: [{}],
    });
    expect((await unitsOf()) - before).toBe(152);
  });

  it('are listed late where a setting says so', async () => {
    const videoId = await upload();
    await sandbox.control('POST', '/settings', { commentLagMs: 60_000 });
    await insert(videoId, 'First');
    expect(textsOf(await list(videoId))).toEqual([]);
    await sandbox.control('POST', '/settings', { commentLagMs: 0 });
    expect(textsOf(await list(videoId))).toEqual(['First']);
  });

  it('are refused without the scope, without a text, and on videos that take none', async () => {
    const videoId = await upload();
    const plain = await sandbox.grant({ name: 'Plain' });
    expect(reasonOf(await insert(videoId, 'Text', plain))).toEqual([403, 'insufficientPermissions']);
    expect(reasonOf(await list(videoId, plain))).toEqual([403, 'insufficientPermissions']);
    expect(reasonOf(await insert(videoId, ' '))).toEqual([400, 'commentTextRequired']);
    expect(reasonOf(await insert(videoId, 'x'.repeat(10_001)))).toEqual([400, 'commentTextTooLong']);
    expect(reasonOf(await insert('nothing', 'Text'))).toEqual([404, 'videoNotFound']);
    const hidden = await upload({ privacyStatus: 'private' });
    expect(reasonOf(await insert(hidden, 'Text'))).toEqual([403, 'commentsDisabled']);
    expect(reasonOf(await list(hidden, other))).toEqual([404, 'videoNotFound']);
    const forKids = await upload({ privacyStatus: 'public', selfDeclaredMadeForKids: true });
    expect(reasonOf(await insert(forKids, 'Text'))).toEqual([403, 'commentsDisabled']);
    await sandbox.control('POST', '/settings', { youngVideoMs: 60_000 });
    expect(reasonOf(await insert(videoId, 'Text'))).toEqual([404, 'videoNotFound']);
  });
});
