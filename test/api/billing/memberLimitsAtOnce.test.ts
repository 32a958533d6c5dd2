import { startApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import type { Answer } from '../../support/actors';
import { addMember, buildUser } from '../../support/callers/people';
import { useSandbox } from '../../support/servers/sandbox';
import { use, useEach } from '../../support/use';
import { usePace } from '../../support/jest/pace';

const requests = 32;
// No platform is waited for in vain here: a busy machine has all the time that a caller grants one.
usePace(1);

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const scene = useEach(async () => {
  const owner = await buildUser(app);
  const ada = await buildUser(app);
  await addMember(owner.organizationId, ada.userId, 'member');
  const grant = await sandbox.grant();
  const { connectionId } = await buildConnection(owner, {}, grant);
  const assignment = async (overrides: object) =>
    (await buildAssignment({ ...owner, connectionId }, overrides)).assignmentId;
  const headers = { 'X-Organization-Id': owner.organizationId };
  return {
    owner,
    ada,
    connectionId,
    failed: async () => assignment({ status: 'failed' }),
    published: async () => assignment({ status: 'published', platformPostId: await sandbox.upload(grant.accessToken) }),
    asAda: async (method: string, path: string, body?: unknown) =>
      ada.call(method, `/api/v1/console${path}`, { headers, ...(body !== undefined && { body }) }),
  };
});

type Ask = () => Promise<Answer>;

/** The ways to take a hold: the price of one, and a request of its own for each asker. */
const ways: [string, number, () => Promise<Ask>][] = [
  ['create', 10, async () => async () => scene.asAda('POST', '/assignments', videoBody(scene.connectionId))],
  [
    'retry',
    10,
    async () => {
      const id = await scene.failed();
      return async () => scene.asAda('POST', `/assignments/${id}/retry`);
    },
  ],
  [
    'an update of a published post',
    1,
    async () => {
      const id = await scene.published();
      const change = { updatePublished: true, payload: { title: 'Along the coast' } };
      return async () => scene.asAda('PATCH', `/assignments/${id}`, change);
    },
  ],
  ['live stats', 1, async () => async () => scene.asAda('GET', `/connections/${scene.connectionId}/channel-stats`)],
];

const creditsOf = async (type: string, userId: string) =>
  (
    await app.database.query<{ credits: number }>(
      'SELECT credits FROM credit_entries WHERE type = $1 AND user_id = $2',
      [type, userId],
    )
  ).reduce((sum, { credits }) => sum + credits, 0);

describe(`${requests} requests of a member at the boundary of their limit`, () => {
  it.each(ways)(
    '%s: five succeed, the others are told that nothing is left, and nothing is held for them',
    async (_way, price, open) => {
      const { owner, ada } = scene;
      const asks: Ask[] = [];
      while (asks.length < requests) asks.push(await open());
      const body = { monthlyLimit: 5 * price };
      await owner.call('PATCH', `/api/v1/console/billing/member-limits/${ada.userId}`, { body });
      const answers = await Promise.all(asks.map(async (ask) => ask()));
      const refused = answers.filter(({ status }) => status >= 300);
      const short = { error: 'INSUFFICIENT_CREDITS', required: price, balance: 0 };
      expect(refused.map(({ status, body: refusal }) => [status, refusal])).toEqual(refused.map(() => [402, short]));
      expect(answers.length - refused.length).toBe(5);
      expect(await creditsOf('hold', ada.userId)).toBe(5 * price);
      expect(await creditsOf('release', ada.userId)).toBe(0);
    },
  );
});
