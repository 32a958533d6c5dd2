import { useApp } from '../../support/callers/app';
import { buildCaller } from '../../support/callers/caller';
import { use } from '../../support/use';

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000, connection: { platform: 'facebook' } }));

const hourMs = 3_600_000;
const dueAtMs = Date.now() + 10 * 24 * hourMs;
const scheduledAt = new Date(dueAtMs).toISOString();
const mediaUrl = 'https://media.example/a.jpg';
const mediaUrls = [mediaUrl, 'https://media.example/b.jpg'];

const detail = async (id: string) => (await caller.call('GET', `/api/v1/assignments/${id}`)).body;
const create = async (request: object): Promise<string> => (await caller.create({ payload: {}, ...request })).body.id;

/** The hours from the beginning of the preparation to the time of the post; the spread of five minutes is left out. */
const hoursAhead = ({ preparesAt }: { preparesAt: string }) =>
  Math.ceil((dueAtMs - Date.parse(preparesAt) - 1) / hourMs);

it.each([
  ['an image', { type: 'image', mediaUrl }, 20],
  ['a carousel', { type: 'carousel', mediaUrl: null, payload: { mediaUrls } }, 20],
  ['a story', { type: 'story', mediaUrl }, 20],
  ['a video', { type: 'video', mediaUrl: 'https://media.example/a.mp4' }, 24],
  ['a reel', { type: 'reel', mediaUrl: 'https://media.example/a.mp4' }, 24],
])('%s is prepared a day ahead as far as Facebook keeps it so long', async (_words, request, hours) => {
  const id = await create({ ...request, scheduledAt, prepareAheadSeconds: 86_400 });
  const first = await detail(id);
  expect(first.prepareAheadSeconds).toBe(hours * 3600);
  expect(hoursAhead(first)).toBe(hours);
  const [row] = await app.database.query('SELECT next_at FROM assignments WHERE id = $1', [id]);
  expect(row?.next_at).toEqual(new Date(first.preparesAt));
});

it('a changed time, and a changed time ahead, change when the preparation begins', async () => {
  const id = await create({ type: 'image', mediaUrl, scheduledAt });
  const patch = async (body: object) => {
    expect((await caller.call('PATCH', `/api/v1/assignments/${id}`, { body })).status).toBe(200);
    const { preparesAt, ...rest } = await detail(id);
    const [row] = await app.database.query('SELECT next_at FROM assignments WHERE id = $1', [id]);
    expect(row?.next_at).toEqual(preparesAt === null ? null : new Date(preparesAt));
    return { ...rest, preparesAt };
  };
  const further = await patch({ prepareAheadSeconds: 80_000 });
  expect(further.prepareAheadSeconds).toBe(72_000);
  expect(hoursAhead(further)).toBe(20);
  const later = await patch({ scheduledAt: new Date(dueAtMs + 24 * hourMs).toISOString() });
  expect(Date.parse(later.preparesAt) - Date.parse(further.preparesAt)).toBe(24 * hourMs);
  expect((await patch({ scheduledAt: null })).preparesAt).toBeNull();
});

it('a post without media has no preparation', async () => {
  const id = await create({ type: 'text', mediaUrl: null, payload: { message: 'M' }, scheduledAt });
  expect(await detail(id)).toMatchObject({ prepareAheadSeconds: 0, preparesAt: null });
});
