import type { Json } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import { callTool } from '../../support/callers/mcp';
import { use } from '../../support/use';

/** contract.md §9: `create_assignment` without a key. */

const app = useApp({ prepareAheadSeconds: 600 });
const caller = use(async () => buildCaller(app, { credits: 5000 }));
const granted = use(async () => buildMcpGrant(caller));
const other = use(async () => buildMcpGrant(caller));
const scheduledAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000).toISOString();

let posts = 0;
/** The arguments of a post that no other test makes. */
const newPost = (): Json => videoBody(caller.connectionId, { payload: { title: `Post ${(posts += 1)}` }, scheduledAt });
const create = async (given: Json, { accessToken } = granted) => callTool(app, accessToken, 'create_assignment', given);
const count = async (): Promise<number> =>
  Number((await app.database.query('SELECT count(*) FROM assignments'))[0]!['count']);

const same: [string, (post: Json) => Json][] = [
  ['the same', (post) => post],
  ['in another order', (post) => Object.fromEntries(Object.entries(post).toReversed())],
  [
    'with null for what is left out',
    (post) => ({ ...post, externalId: null, callbackUrl: null, idempotencyKey: null }),
  ],
  ['with a null in its payload', (post) => ({ ...post, payload: { ...post.payload, description: null } })],
  ['with a default of its payload', (post) => ({ ...post, payload: { privacy: 'private', ...post.payload } })],
  ['with a field that its type does not have', (post) => ({ ...post, payload: { ...post.payload, titel: 'x' } })],
  ['with a default of the service', (post) => ({ ...post, prepareAheadSeconds: 600, callbackEvents: [] })],
  ['with the same time in another zone', (post) => ({ ...post, scheduledAt: scheduledAt.replace('Z', '+00:00') })],
];

const different: [string, (post: Json) => Json][] = [
  ['another title', (post) => ({ ...post, payload: { ...post.payload, title: `${post.payload.title}!` } })],
  ['another time', (post) => ({ ...post, scheduledAt: new Date(Date.parse(scheduledAt) + 60_000).toISOString() })],
  ['no time', ({ scheduledAt: _at, ...post }) => post],
  ['another privacy', (post) => ({ ...post, payload: { ...post.payload, privacy: 'public' } })],
  ['a reference of the caller', (post) => ({ ...post, externalId: 'second' })],
  ['a key of its own', (post) => ({ ...post, idempotencyKey: `on purpose ${posts}` })],
];

describe('a repeat without a key', () => {
  it.each(same)(
    '%s answers the first assignment, takes no credits and says how to post twice',
    async (_what, repeat) => {
      const post = newPost();
      const first = await create(post);
      expect(first.structured).toMatchObject({ replayed: 'no', credits: { used: 10 } });
      const again = await create(repeat(post));
      expect(again.structured).toMatchObject({
        id: first.structured.id,
        replayed: 'of the same arguments',
        credits: { used: 0 },
        next: { tool: 'get_assignment', arguments: { assignmentId: first.structured.id } },
      });
      expect(again.text).toContain('To post it twice on purpose, call again with an idempotencyKey of its own.');
    },
  );

  it.each(different)('with %s is another post', async (_what, change) => {
    const post = newPost();
    const first = await create(post);
    const second = await create(change(post));
    expect(second.structured.replayed).toBe('no');
    expect(second.structured.id).not.toBe(first.structured.id);
  });

  it('makes one assignment of two calls at the same time', async () => {
    const [post, before] = [newPost(), await count()];
    const answers = await Promise.all(Array.from({ length: 6 }, async () => create(post)));
    expect(new Set(answers.map(({ structured }) => structured.id)).size).toBe(1);
    expect(answers.filter(({ structured }) => structured.replayed === 'no')).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });

  it('of another grant is another post', async () => {
    const post = newPost();
    const [first, second] = [await create(post), await create(post, other)];
    expect(second.structured).toMatchObject({ replayed: 'no' });
    expect(second.structured.id).not.toBe(first.structured.id);
  });

  it.each([
    ['9 minutes 50 seconds', 'of the same arguments'],
    ['10 minutes', 'no'],
  ])('after %s is answered as a repeat: %s', async (interval, replayed) => {
    const post = newPost();
    const first = await create(post);
    await app.database.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '${interval}' WHERE assignment_id = $1`,
      [first.structured.id],
    );
    expect((await create(post)).structured.replayed).toBe(replayed);
  });

  it('shows no key in the assignment, and none that REST could use', async () => {
    const { structured } = await create(newPost());
    const { body } = await caller.call('GET', `/api/v1/assignments/${structured.id}`);
    expect(body.idempotencyKey).toBeNull();
  });

  it('of a post that was refused makes it: a refusal uses no key up', async () => {
    const poor = await buildCaller(app, { credits: 3 });
    const { accessToken } = await buildMcpGrant(poor);
    const post = videoBody(poor.connectionId);
    expect((await callTool(app, accessToken, 'create_assignment', post)).json.error).toBe('INSUFFICIENT_CREDITS');
    await app.database.query(
      'UPDATE credit_accounts SET monthly_credits = monthly_credits + 100 WHERE workspace_id = $1',
      [poor.workspaceId],
    );
    expect((await callTool(app, accessToken, 'create_assignment', post)).structured.replayed).toBe('no');
  });
});
