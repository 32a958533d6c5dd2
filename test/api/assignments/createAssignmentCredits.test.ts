import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/app';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { buildWorkspace } from '../../support/build/workspace';

const app = useApp();

it('32 callers on one account never overdraw it, and its row equals the sum of its entries', async () => {
  const workspace = await buildWorkspace({ credits: 333 });
  const { connectionId } = await buildConnection(workspace);
  await app.database.query('UPDATE credit_accounts SET purchased = 50 WHERE workspace_id = $1', [
    workspace.workspaceId,
  ]);
  const caller = async (number: number) => {
    const client = workspaceClient(app, workspace);
    const types = Array.from({ length: 4 }, (_, turn) => ((number + turn) % 2 === 0 ? 'video' : 'short'));
    const answers = [];
    for (const type of types) {
      answers.push(await client('POST', '/api/v1/assignments', { body: videoBody(connectionId, { type }) }));
    }
    return answers;
  };
  const answers = (await Promise.all(Array.from({ length: 32 }, (_, number) => caller(number)))).flat();

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 402]));
  const used = answers.reduce((sum, { headers }) => sum + Number(headers.get('x-credits-used')), 0);
  const [account] = await app.database.query<{ balance: number; entries: number; lowest: number }>(
    `SELECT monthly_credits - held - posted + purchased AS balance,
            (SELECT sum(amount)::int + 50 FROM credit_entries e WHERE e.workspace_id = a.workspace_id) AS entries,
            (SELECT min(balance_after) FROM credit_entries e WHERE e.workspace_id = a.workspace_id) AS lowest
     FROM credit_accounts a WHERE workspace_id = $1`,
    [workspace.workspaceId],
  );
  expect(account).toEqual({ balance: 383 - used, entries: 383 - used, lowest: expect.any(Number) });
  expect(account?.balance).toBeGreaterThanOrEqual(0);
  expect(account?.balance).toBeLessThan(5);
});

it('every balance that is answered was the balance after that request', async () => {
  const workspace = await buildWorkspace({ credits: 100 });
  const { connectionId } = await buildConnection(workspace);
  const client = workspaceClient(app, workspace);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client('POST', '/api/v1/assignments', { body: videoBody(connectionId) })),
  );

  const balances = answers.map(({ headers }) => Number(headers.get('x-credits-balance'))).sort((a, b) => b - a);
  expect(balances).toEqual([90, 80, 70, 60, 50, 40, 30, 20]);
});
