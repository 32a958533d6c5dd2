import { moveOn } from '../../support/build/moveOn';
import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';

const app = useApp();

async function build(credits = 500) {
  const workspace = await buildWorkspace({ credits });
  const client = workspaceClient(app, workspace);
  const parent = { ...workspace, ...(await buildConnection(workspace)) };
  return { workspace, parent, status: async () => client('GET', '/api/v1/billing/status') };
}

it('answers a new account: the free plan in its first cycle', async () => {
  const { status } = await build();
  const answer = await status();

  expect(answer.body).toEqual({
    balance: 500,
    plan: 'free',
    planName: 'Free',
    monthlyCredits: 500,
    creditsUsedThisCycle: 0,
    cycleStartedAt: expect.stringMatching(/T00:00:00\.000Z$/),
    cycleResetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
  });
  expect(Date.parse(answer.body.cycleStartedAt)).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(answer.body.cycleResetsAt)).toBeGreaterThan(Date.now());
  expect(answer.headers.get('x-credits-used')).toBeNull();
});

it('counts what is held and what is charged as used, and what failed as not used', async () => {
  const { parent, status } = await build();
  const held = await buildAssignment(parent);
  const failed = await buildAssignment(parent);
  expect((await status()).body).toMatchObject({ balance: 480, creditsUsedThisCycle: 20 });

  for (const to of ['uploading', 'uploaded', 'processing'] as const) {
    await moveOn(held.assignmentId, { to });
  }
  const post = { platformPostId: 'a', platformUrl: 'https://www.youtube.com/watch?v=a' };
  await moveOn(held.assignmentId, { to: 'published', post });
  await moveOn(failed.assignmentId, { to: 'failed', error: { code: 'INTERNAL', message: 'x' } });
  expect((await status()).body).toMatchObject({ balance: 490, creditsUsedThisCycle: 10 });
});

it('adds bought credits to the balance, not to the cycle', async () => {
  const { workspace, status } = await build();
  await app.database.query('UPDATE credit_accounts SET purchased = 70 WHERE workspace_id = $1', [
    workspace.workspaceId,
  ]);

  expect((await status()).body).toMatchObject({ balance: 570, monthlyCredits: 500, creditsUsedThisCycle: 0 });
});

it('never shows a cycle that has ended: unused credits do not roll over', async () => {
  const { workspace, parent, status } = await build();
  await buildAssignment(parent);
  await app.database.query(
    `UPDATE credit_accounts SET first_day = '2025-01-31', cycle_started_at = '2025-01-31', cycle_resets_at = '2025-02-28'
     WHERE workspace_id = $1`,
    [workspace.workspaceId],
  );
  const { body } = await status();

  expect(body).toMatchObject({ balance: 500, creditsUsedThisCycle: 0 });
  expect(Date.parse(body.cycleStartedAt)).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(body.cycleResetsAt)).toBeGreaterThan(Date.now());
});
