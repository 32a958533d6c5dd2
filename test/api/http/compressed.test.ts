import { stranger } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import { use } from '../../support/use';

const app = useApp();
const owner = use(async () => {
  const user = await buildUser(app);
  const connection = await buildConnection(user);
  const posts = [];
  for (let nth = 0; nth < 10; nth += 1) posts.push(await buildAssignment({ ...user, ...connection }));
  return { ...user, assignmentId: posts[0]!.assignmentId };
});
const list = '/api/v1/console/assignments';
const ask = async (path: string, encoding: string, method = 'GET') =>
  owner.call(method, path, { headers: { 'accept-encoding': encoding } });

it.each(['gzip', 'br'])(
  'a list of the console is compressed for a client that takes %s, and says the same',
  async (encoding) => {
    const [whole, compressed] = [await ask(list, 'identity'), await ask(list, encoding)];
    expect([whole.headers.get('content-encoding'), whole.headers.get('vary')]).toEqual([
      null,
      expect.stringContaining('Accept-Encoding'),
    ]);
    expect(compressed.headers.get('content-encoding')).toBe(encoding);
    expect(compressed.body).toEqual(whole.body);
    expect(compressed.body.items).toHaveLength(10);
  },
);

it.each([
  ['a short answer', () => ask('/api/v1/console/roles', 'gzip')],
  ['the stream of a post', () => ask(`${list}/${owner.assignmentId}/events`, 'gzip')],
  ['an answer for a program', () => stranger(app)('GET', '/openapi.json', { headers: { 'accept-encoding': 'gzip' } })],
])('%s is not compressed', async (_what, asked) => {
  const { status, headers } = await asked();
  expect([status, headers.get('content-encoding')]).toEqual([200, null]);
});
