import { buildAssignment } from '../../../support/build/assignment';
import { buildConnection } from '../../../support/build/connection';
import { useApp } from '../../../support/callers/app';
import { buildUser } from '../../../support/callers/people';
import { use } from '../../../support/use';
import type { Json } from '../../../support/actors';

const app = useApp();
const ada = use(async () => buildUser(app));
const hourMs = 3_600_000;
const base = Date.UTC(2026, 9, 24);
const at = (hours: number) => new Date(base + hours * hourMs);
const textOf = (hours: number) => at(hours).toISOString();

/** Named by their hours: at each edge of a span, just before it, and without a time. */
const hours = {
  before: -0.001,
  first: 0,
  second: 1,
  third: 2,
  fourth: 23.999,
  next: 24,
  last: 71.9,
  after: 72,
} as const;
const made = use(async () => {
  const { connectionId } = await buildConnection(ada);
  const ids: Record<string, string> = {};
  const parent = { workspaceId: ada.workspaceId, connectionId };
  for (const [name, hour] of Object.entries(hours).toReversed())
    ids[name] = (await buildAssignment(parent, { scheduledAt: at(hour), payload: { title: name } })).assignmentId;
  await buildAssignment(parent, { scheduledAt: null });
  return ids;
});

const read = async (edges: string, query = '') =>
  ada.call('GET', `/api/v1/console/calendar?edges=${encodeURIComponent(edges)}${query}`);
const edges = [0, 24, 48, 72].map(textOf).join(',');
const titles = ({ items }: Json) => items.map(({ title }: Json) => title);

it('answers the first assignments of each span by their times, and how many there are', async () => {
  const { status, body } = await read(edges);

  expect(status).toBe(200);
  expect(body.spans.map(({ from, total, isTotalExact }: Json) => ({ from, total, isTotalExact }))).toEqual([
    { from: textOf(0), total: 4, isTotalExact: true },
    { from: textOf(24), total: 1, isTotalExact: true },
    { from: textOf(48), total: 1, isTotalExact: true },
  ]);
  expect(body.spans.map(titles)).toEqual([['first', 'second', 'third'], ['next'], ['last']]);
  const listed = await ada.call('GET', '/api/v1/console/assignments?sort=scheduledAt&limit=50');
  const inList = listed.body.items.find(({ id }: Json) => id === made['next']);
  expect(body.spans[1].items).toEqual([inList]);
});

it('answers as many as are asked for, and spans without any', async () => {
  const { body } = await read(`${textOf(0)},${textOf(24)}`, '&perSpan=100');
  expect(titles(body.spans[0])).toEqual(['first', 'second', 'third', 'fourth']);
  const empty = await read([100, 101, 102].map(textOf).join(','));
  expect(empty.body).toEqual({
    spans: [100, 101].map((hour) => ({ from: textOf(hour), total: 0, isTotalExact: true, items: [] })),
  });
});

it('answers a day that a zone left out as a span without any', async () => {
  // Apia went from December 29, 2011 to December 31.
  const edges = ['2011-12-29T10:00Z', '2011-12-30T10:00Z', '2011-12-30T10:00Z', '2011-12-31T10:00Z'];
  const { status, body } = await read(edges.join(','));
  expect([status, body.spans?.length]).toEqual([200, 3]);
});

it.each(['2026-10-24T02:00:00+02:00,2026-10-25T02:00:00+02:00', '2026-10-24T02:00%2B02,2026-10-25T02:00%2B02'])(
  'takes times of any offset, also where the plus is not encoded: %s',
  async (given) => {
    const { body } = await ada.call('GET', `/api/v1/console/calendar?edges=${given}`);
    expect(body.spans).toMatchObject([{ from: textOf(0), total: 4 }]);
  },
);

it('answers nothing of another organization of the workspace', async () => {
  const { id } = (await ada.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } })).body;
  const path = `/api/v1/console/calendar?edges=${encodeURIComponent(edges)}`;
  const totals = async (headers: Record<string, string>) =>
    (await ada.call('GET', path, { headers })).body.spans.map(({ total }: Json) => total);
  expect(await totals({ 'X-Organization-Id': id })).toEqual([0, 0, 0]);
  expect(await totals({ 'X-Organization-Id': ada.organizationId })).toEqual([4, 1, 1]);
});

it('answers nothing of another workspace', async () => {
  const stranger = await buildUser(app);
  const { body } = await stranger.call('GET', `/api/v1/console/calendar?edges=${encodeURIComponent(edges)}`);
  expect(body.spans.map(({ total, items }: Json) => [total, items])).toEqual([0, 0, 0].map((none) => [none, []]));
});

it.each([
  ['no edges', '', 'edges'],
  ['one edge', textOf(0), 'edges'],
  ['a text that is no time', `${textOf(0)},soon`, 'edges'],
  ['a date alone', '2026-10-24,2026-10-25', 'edges'],
  ['too many edges', Array.from({ length: 44 }, (_none, day) => textOf(24 * day)).join(','), 'edges'],
])('refuses %s', async (_what, given, field) => {
  const { status, body } = await read(given);
  expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
});

it('has nothing in a span that ends before it begins', async () => {
  const { status, body } = await read([24, 0, 24].map(textOf).join(','));
  expect([status, body.spans.map(({ total }: Json) => total)]).toEqual([200, [0, 4]]);
});

it('answers as many of each span as a page can show', async () => {
  const same = Array.from({ length: 43 }, (_none, place) => textOf(place % 2 === 0 ? 0 : 1));
  const { body } = await read(same.join(','), '&perSpan=100');
  expect(body.spans.map(titles).filter((of: string[]) => of.length > 0)).toEqual(
    Array.from({ length: 21 }, () => ['first']),
  );
  const { body: few } = await read(edges, '&perSpan=2');
  expect(few.spans.map(titles)).toEqual([['first', 'second'], ['next'], ['last']]);
});
