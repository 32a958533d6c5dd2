import { useApp } from '../../support/callers/app';
import { buildCaller } from '../../support/callers/caller';
import { use } from '../../support/use';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';

/** The ids, oldest first: assignments of successive days, from 1 March 2026 12:00 UTC on. */
const ids: string[] = [];
const connections: string[] = [];

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 1000 }));
beforeAll(async () => {
  connections.push(caller.connectionId, (await buildConnection(caller)).connectionId);
  for (let day = 0; day < 6; day += 1) {
    const { assignmentId } = await buildAssignment(
      { ...caller, connectionId: connections[day % 2]! },
      {
        createdAt: new Date(Date.UTC(2026, 2, 1 + day, 12)),
        externalId: day < 2 ? 'twice' : null,
        ...(day === 5 && { status: 'cancelled' as const }),
      },
    );
    ids.push(assignmentId);
  }
  await buildAssignment(await buildCaller(app), { externalId: 'twice' });
});

const list = (query = '') => caller.call('GET', `/api/v1/assignments${query}`);

async function listed(query: string): Promise<number[]> {
  const { status, body } = await list(query);
  expect([query, status]).toEqual([query, 200]);
  return body.items.map(({ id }: { id: string }) => ids.indexOf(id));
}

it('answers a page of the workspace’s own, newest first', async () => {
  const { body } = await list();

  expect(body).toMatchObject({ total: 6, page: 1, limit: 20 });
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([...ids].reverse());
  expect(body.items[0]).toEqual({
    id: ids[5],
    status: 'cancelled',
    platform: 'youtube',
    type: 'video',
    platformUrl: null,
    thumbnailUrl: null,
    publishedAt: null,
    createdAt: '2026-03-06T12:00:00.000Z',
  });
});

it('answers the pages one after another', async () => {
  expect(await listed('?limit=4')).toEqual([5, 4, 3, 2]);
  expect(await listed('?limit=4&page=2')).toEqual([1, 0]);
  expect(await listed('?limit=4&page=3')).toEqual([]);
  expect((await list('?limit=4&page=3')).body).toMatchObject({ items: [], total: 6, page: 3, limit: 4 });
  expect(await listed('?page=1000000000&limit=50')).toEqual([]);
});

it('keeps its order among assignments of the same moment', async () => {
  const sameMoment = new Date('2026-01-01T00:00:00Z');
  const other = await buildCaller(app);
  for (let number = 0; number < 5; number += 1) await buildAssignment(other, { createdAt: sameMoment });
  const pages = [];
  for (const page of [1, 2, 3, 4, 5]) {
    pages.push((await other.call('GET', `/api/v1/assignments?limit=1&page=${page}`)).body.items[0].id);
  }

  expect(new Set(pages).size).toBe(5);
  expect(pages).toEqual(pages.toSorted((a, b) => (a < b ? 1 : -1)));
});

it('filters by status, platform, connection and external id', async () => {
  expect(await listed('?status=cancelled')).toEqual([5]);
  expect(await listed('?status=published')).toEqual([]);
  expect(await listed('?platform=youtube&limit=1')).toEqual([5]);
  expect(await listed('?platform=facebook')).toEqual([]);
  expect(await listed(`?connectionId=${connections[0]}`)).toEqual([4, 2, 0]);
  expect(await listed('?connectionId=00000000-0000-4000-8000-000000000000')).toEqual([]);
  expect(await listed('?externalId=twice')).toEqual([1, 0]);
  expect(await listed('?externalId=TWICE')).toEqual([]);
  expect(await listed(`?externalId=twice&connectionId=${connections[1]}`)).toEqual([1]);
});

it('decodes a filter once, and then judges it', async () => {
  const other = await buildCaller(app);
  const made = [];
  for (const externalId of ['a', '%61']) made.push((await buildAssignment(other, { externalId })).assignmentId);
  const found = async (query: string) => {
    const { status, body } = await other.call('GET', `/api/v1/assignments?externalId=${query}`);
    return status === 200 ? body.items.map(({ id }: { id: string }) => id) : status;
  };

  expect(await found('%61')).toEqual([made[0]]);
  expect(await found('%2561')).toEqual([made[1]]);
  expect([await found('%00'), await found('%2500')]).toEqual([400, []]);
});

it('filters by the time of creation: dateFrom inclusive, dateTo exclusive', async () => {
  expect(await listed('?dateFrom=2026-03-05T12:00:00Z')).toEqual([5, 4]);
  expect(await listed('?dateTo=2026-03-02T12:00:00Z')).toEqual([0]);
  expect(await listed('?dateFrom=2026-03-02T13:00:00%2B01:00&dateTo=2026-03-04T11:59:59.999Z')).toEqual([2, 1]);
  expect(await listed('?dateFrom=2026-03-05&dateTo=2026-03-06')).toEqual([4]);
  expect(await listed('?dateFrom=2026-03-05&dateTo=2026-03-01')).toEqual([]);
});

it('takes a + of an offset that was not encoded', async () => {
  const encoded = await list('?dateFrom=2026-03-01T01:00:00%2B01:00');
  const bare = await list('?dateFrom=2026-03-01T01:00:00+01:00');

  expect([encoded.status, bare.status]).toEqual([200, 200]);
  expect(bare.body).toEqual(encoded.body);
});

it('ignores parameters that it does not know', async () => {
  expect(await listed('?limit=1&colour=red&colour=blue&empty=')).toEqual([5]);
});

it.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=one', 'page'],
  ['page=1e3', 'page'],
  ['page=', 'page'],
  ['page=1&page=2', 'page'],
  ['page=99999999999999999999', 'page'],
  ['limit=0', 'limit'],
  ['limit=51', 'limit'],
  ['limit=+5', 'limit'],
  ['status=done', 'status'],
  ['status=', 'status'],
  ['status=failed&status=pending', 'status'],
  ['platform=myspace', 'platform'],
  ['connectionId=abc', 'connectionId'],
  ['connectionId=0198C3F2-7D5E-7B1A-9C1D-2F4A6B8C0D1E', 'connectionId'],
  ['externalId=a%00b', 'externalId'],
  ['externalId=', 'externalId'],
  ['externalId=a%0Ab', 'externalId'],
  ['dateFrom=yesterday', 'dateFrom'],
  ['dateFrom=2026-03-05T12:00:00', 'dateFrom'],
  ['dateFrom=2026-02-30', 'dateFrom'],
  ['dateFrom=0000-01-01', 'dateFrom'],
  ['dateTo=9999-12-31T23:59:59-01:00', 'dateTo'],
])('answers 400 to %s', async (query, field) => {
  const { status, body } = await list(`?${query}`);

  expect(status).toBe(400);
  expect(body).toEqual({
    error: 'VALIDATION_ERROR',
    message: expect.any(String),
    details: { [field]: [expect.any(String)] },
  });
});

it('names all parameters that are wrong', async () => {
  expect(Object.keys((await list('?page=0&limit=99&status=x')).body.details).sort()).toEqual([
    'limit',
    'page',
    'status',
  ]);
});
