import { searchTotalMax } from '../../../domain/limits';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import { use } from '../../support/use';
import type { Json } from '../../support/actors';

const app = useApp();
const ada = use(async () => buildUser(app));
const day = (number: number) => new Date(Date.UTC(2026, 2, number, 12));

/** The assignments by name; each is a day younger than its predecessor. */
const overrides = {
  walk: {
    payload: { title: 'Walking the coast path' },
    status: 'published',
    publishedAt: day(20),
    externalId: 'Order-1',
  },
  swim: { payload: { title: 'Swimming at 100%' }, status: 'pending', scheduledAt: day(40) },
  post: { payload: { message: 'Hello from_the coast' }, type: 'text', platform: 'facebook', status: 'failed' },
  reel: { payload: { description: 'A reel' }, type: 'reel', platform: 'facebook', scheduledAt: day(30) },
  last: { payload: {}, status: 'published', publishedAt: day(10), externalId: 'order-2' },
} as const satisfies Record<string, Parameters<typeof buildAssignment>[1]>;
type Name = keyof typeof overrides;
const made = use(async () => {
  const { connectionId } = await buildConnection(ada, { thumbnailUrl: 'https://yt3.example/a.jpg' });
  const other = await buildConnection(ada);
  const ids: Record<string, string> = { connection: connectionId, other: other.connectionId };
  for (const [index, [name, row]] of Object.entries(overrides).entries()) {
    const parent = { workspaceId: ada.workspaceId, connectionId: name === 'last' ? other.connectionId : connectionId };
    ids[name] = (await buildAssignment(parent, { createdAt: day(index + 1), ...row })).assignmentId;
  }
  return ids;
});

const list = async (query = '') => ada.call('GET', `/api/v1/console/assignments${query}`);

async function listed(query: string): Promise<Name[]> {
  const { status, body } = await list(query);
  expect([query, status, body.isTotalExact]).toEqual([query, 200, true]);
  const names = new Map(Object.entries(made).map(([name, id]) => [id, name as Name]));
  return body.items.map(({ id }: Json) => names.get(id));
}

it('answers a page with what people look for, newest first', async () => {
  expect(await listed('')).toEqual(['last', 'reel', 'post', 'swim', 'walk']);
  const { body } = await list('?limit=1&page=5');

  expect(body).toEqual({
    items: [
      {
        id: made['walk'],
        status: 'published',
        platform: 'youtube',
        type: 'video',
        title: 'Walking the coast path',
        connection: { id: made['connection'], name: expect.any(String), thumbnailUrl: null },
        scheduledAt: null,
        errors: [],
        progress: null,
        removal: null,
        durationSeconds: null,
        platformUrl: null,
        thumbnailUrl: null,
        publishedAt: '2026-03-20T12:00:00.000Z',
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    ],
    total: 5,
    isTotalExact: true,
    page: 5,
    limit: 1,
  });
});

it('shows a message or a description where there is no title', async () => {
  const { body } = await list();

  expect(body.items.map(({ title }: Json) => title)).toEqual([
    null,
    'A reel',
    'Hello from_the coast',
    'Swimming at 100%',
    'Walking the coast path',
  ]);
});

it('shows the progress of one that is uploading', async () => {
  const other = await buildUser(app);
  const { connectionId } = await buildConnection(other);
  const assignment = { workspaceId: other.workspaceId, connectionId };
  const { assignmentId } = await buildAssignment(assignment, { status: 'uploading', mediaSizeBytes: 50 });
  await app.database.query(`INSERT INTO uploads (assignment_id, item, bytes_transferred) VALUES ($1, 0, 20)`, [
    assignmentId,
  ]);
  const { body } = await other.call('GET', '/api/v1/console/assignments');

  expect(body.items[0].progress).toEqual({ bytesTransferred: 20, bytesTotal: 50 });
});

it.each<[string, Name[]]>([
  ['?search=coast', ['post', 'walk']],
  ['?search=COAST', ['post', 'walk']],
  ['?search=the%20coast%20p', ['walk']],
  ['?search=order-', ['last', 'walk']],
  ['?search=100%25', ['swim']],
  ['?search=m_the', ['post']],
  ['?search=%25', ['swim']],
  ['?search=_', ['post']],
  ['?search=re', ['reel']],
  ['?search=pathorder', []],
  ['?search=nothing', []],
  ['?type=reel', ['reel']],
  ['?type=video', ['last', 'swim', 'walk']],
  ['?platform=facebook', ['reel', 'post']],
  ['?platform=facebook&type=video', []],
  ['?status=published', ['last', 'walk']],
  ['?status=published&type=video&search=order', ['last', 'walk']],
  ['?externalId=Order-1', ['walk']],
  ['?dateFrom=2026-03-02&dateTo=2026-03-04', ['post', 'swim']],
  ['?scheduledFrom=2026-03-30T12:00:00Z', ['reel', 'swim']],
  ['?scheduledTo=2026-04-09T12:00:00Z', ['reel']],
  ['?scheduledFrom=2026-04-01&type=video', ['swim']],
])('filters and searches: %s', async (query, names) => {
  expect(await listed(query)).toEqual(names);
});

it('filters by connection', async () => {
  expect(await listed(`?connectionId=${made['other']}`)).toEqual(['last']);
  expect(await listed(`?connectionId=${made['connection']}&status=published`)).toEqual(['walk']);
});

/** A row without the key is last, in either direction. */
const sorts: [string, Name[]][] = [
  ['createdAt', ['walk', 'swim', 'post', 'reel', 'last']],
  ['-createdAt', ['last', 'reel', 'post', 'swim', 'walk']],
  ['scheduledAt', ['reel', 'swim', 'walk', 'post', 'last']],
  ['-scheduledAt', ['swim', 'reel', 'last', 'post', 'walk']],
  ['publishedAt', ['last', 'walk', 'swim', 'post', 'reel']],
  ['-publishedAt', ['walk', 'last', 'reel', 'post', 'swim']],
];

it.each(sorts)('sorts by %s', async (sort, names) => {
  expect(await listed(`?sort=${sort}`)).toEqual(names);
  expect(await listed(`?sort=${sort}&limit=2&page=2`)).toEqual(names.slice(2, 4));
  expect(await listed(`?sort=${sort}&limit=2&page=9`)).toEqual([]);
});

it.each(['sort=title', 'sort=createdAt,status', 'type=film', 'search=', 'search=a%0Ab', 'scheduledFrom=soon'])(
  'answers 400 to %s',
  async (query) => {
    const { status, body } = await list(`?${query}`);

    expect([status, Object.keys(body.details)]).toEqual([400, [query.split('=')[0]]]);
  },
);

describe('of more than it counts', () => {
  const many = use(async () => {
    const bob = await buildUser(app);
    const { connectionId } = await buildConnection(bob);
    await app.database.query(
      `INSERT INTO assignments (id, workspace_id, organization_id, connection_id, platform, type, status, payload, hold_id,
                                created_at, scheduled_at)
       SELECT gen_random_uuid(), $1, $2, $3, 'youtube', 'video', 'published', jsonb_build_object('title', 'Post ' || n),
              gen_random_uuid(), now() - make_interval(secs => n), CASE WHEN n % 2 = 0 THEN now() + make_interval(secs => n) END
       FROM generate_series(1, ${searchTotalMax + 5}) n`,
      [bob.workspaceId, bob.organizationId, connectionId],
    );
    return bob;
  });
  const page = async (query: string) => (await many.call('GET', `/api/v1/console/assignments?limit=2&${query}`)).body;
  const titles = async (query: string) => (await page(query)).items.map(({ title }: Json) => title);
  const last = searchTotalMax + 5;

  it('says that there are more', async () => {
    expect(await page('')).toMatchObject({ total: searchTotalMax, isTotalExact: false });
    expect(await page('search=Post%2010')).toMatchObject({ isTotalExact: true });
  });

  it.each([
    ['-createdAt', 'Post 1', 'Post 2'],
    ['createdAt', `Post ${last}`, `Post ${last - 1}`],
    ['scheduledAt', 'Post 2', 'Post 4'],
    ['-scheduledAt', `Post ${last - 1}`, `Post ${last - 3}`],
  ])('has the same order: %s', async (sort, first, second) => {
    expect(await titles(`sort=${sort}`)).toEqual([first, second]);
  });

  it.each(['scheduledAt', '-scheduledAt'])('has those without the key after all others: %s', async (sort) => {
    const dated = Math.floor(last / 2);
    const { items } = await page(`sort=${sort}&page=${Math.ceil(dated / 2) + 1}`);

    expect(items.map(({ scheduledAt }: Json) => scheduledAt)).toEqual([null, null]);
  });
});
