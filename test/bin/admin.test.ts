import { inTransaction } from '../../models/database/transaction';
import { User } from '../../models/users/User';
import { signingSecrets } from '../../models/webhooks/webhookSecrets';
import { buildWorkspace } from '../support/build/workspace';
import { useAdmin } from '../support/runs/admin';
import { useDeployment } from '../support/runs/deployment';
import { send } from '../support/servers/sandbox';
import { testSecrets } from '../support/secrets';
import { tenantOf } from '../support/tenant';

const deployment = useDeployment();
const nobody = '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a';

const { admin, adminWith } = useAdmin(deployment);

it('says of input that is no JSON only that, since it may hold tokens', async () => {
  const { code, stdout, stderr } = await adminWith('{"accessToken": "ya29.canary" x}', 'connection', 'import');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('no valid JSON');
  expect(stderr).not.toContain('canary');
});

describe('workspace rotate-key', () => {
  it('prints the new key, and the API refuses the old one from then on', async () => {
    const api = await deployment.up('api');
    const { url } = await api.ready();
    const ask = async (token: string) => (await send('GET', `${url}/api/v1/connections`, { token })).status;
    const { workspaceId, apiKey } = await buildWorkspace();
    const other = await buildWorkspace();
    expect(await ask(apiKey)).toBe(200);

    const { code, stdout, stderr } = await admin('workspace', 'rotate-key', workspaceId);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const printed = JSON.parse(stdout) as { apiKey: string };
    expect(printed).toEqual({ apiKey: expect.stringMatching(/^ds_live_[A-Za-z0-9]{32}$/) });
    expect(await Promise.all([apiKey, printed.apiKey, other.apiKey].map(ask))).toEqual([401, 200, 200]);
    const stored = JSON.stringify(await deployment.database.query('SELECT * FROM workspaces'));
    expect(stored).toContain(printed.apiKey.slice(-4));
    expect(stored).not.toContain(printed.apiKey.slice(8, -4));
  });
});

describe('workspace rotate-webhook-secret', () => {
  it('prints the new secret, and the old one signs along for 24 hours', async () => {
    const { workspaceId, webhookSecret } = await buildWorkspace();
    const { code, stdout, stderr } = await admin('workspace', 'rotate-webhook-secret', workspaceId);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const printed = JSON.parse(stdout) as Record<'webhookSecret' | 'rotatedAt' | 'previousSecretExpiresAt', string>;
    expect(Object.keys(printed).sort()).toEqual(['previousSecretExpiresAt', 'rotatedAt', 'webhookSecret']);
    expect(Date.parse(printed.previousSecretExpiresAt) - Date.parse(printed.rotatedAt)).toBe(24 * 3_600_000);
    expect(await signingSecrets(tenantOf({ workspaceId }), testSecrets)).toEqual({
      current: printed.webhookSecret,
      previous: webhookSecret,
    });
  });
});

describe.each(['rotate-key', 'rotate-webhook-secret'])('workspace %s', (command) => {
  it.each([
    ['of a workspace that there is not', [nobody], 1, /^workspace rotate-[a-z-]+: there is no such workspace\n$/],
    ['of what is no id', ['Acme'], 1, /^workspace rotate-[a-z-]+: .*must be a UUID in lower case\n$/],
    ['of no workspace at all', [], 2, /^usage: /],
    ['of two workspaces', [nobody, nobody], 2, /^usage: /],
  ])('%s does nothing and says why', async (_what, words, code, reason) => {
    expect(await admin('workspace', command, ...words)).toEqual({
      code,
      stdout: '',
      stderr: expect.stringMatching(reason),
    });
  });
});

describe('plan', () => {
  const accountOf = async (workspaceId: string) =>
    deployment.database.query(
      `SELECT plan, monthly_credits AS monthly, next_plan AS "nextPlan",
              (SELECT sum(amount)::int FROM credit_entries e WHERE e.workspace_id = a.workspace_id) AS balance
       FROM credit_accounts a WHERE workspace_id = $1`,
      [workspaceId],
    );

  it('moves a workspace up at once, and down when its cycle ends', async () => {
    const { workspaceId } = await buildWorkspace({ credits: 500 });
    const up = await admin('plan', workspaceId, 'creator');
    expect(up).toMatchObject({ code: 0, stderr: '' });
    const changed = { plan: 'creator', monthlyCredits: 5000, balance: 5000, cycleResetsAt: expect.any(String) };
    expect(JSON.parse(up.stdout)).toEqual({ ...changed, nextPlan: null });
    expect(await accountOf(workspaceId)).toEqual([{ plan: 'creator', monthly: 5000, nextPlan: null, balance: 5000 }]);

    const down = await admin('plan', workspaceId, 'free');
    expect(JSON.parse(down.stdout)).toEqual({ ...changed, nextPlan: 'free' });
    expect(await accountOf(workspaceId)).toEqual([{ plan: 'creator', monthly: 5000, nextPlan: 'free', balance: 5000 }]);
  });

  it.each([
    ['of a workspace that there is not', [nobody, 'creator'], 1, /^plan: there is no such workspace\n$/],
    ['of what is no id', ['Acme', 'creator'], 1, /^plan: .*must be a UUID in lower case\n$/],
    ['that there is not', [nobody, 'gold'], 1, /^plan: .*expected one of/],
    ['that is not named', [nobody], 2, /^usage: /],
    ['of two workspaces', [nobody, nobody, 'creator'], 2, /^usage: /],
  ])('%s changes nothing and says why', async (_what, words, code, reason) => {
    expect(await admin('plan', ...words)).toEqual({ code, stdout: '', stderr: expect.stringMatching(reason) });
  });
});

describe('grant', () => {
  const isAdmin = async () =>
    deployment.database.query('SELECT email, is_platform_admin AS "isAdmin" FROM users ORDER BY email');

  it('makes the user with this email an administrator of the installation, and nobody else', async () => {
    const add = async (email: string) =>
      inTransaction(deployment.database.sequelize, 'test', async (transaction) =>
        User.add({ email, name: 'Ada', passwordHash: '' }, transaction),
      );
    const [userId] = [await add('Ada@example.com'), await add('grace@example.com')];

    const { code, stdout, stderr } = await admin('grant', 'ada@EXAMPLE.com');
    expect({ code, stderr, printed: JSON.parse(stdout) }).toEqual({ code: 0, stderr: '', printed: { userId } });
    expect(await isAdmin()).toEqual([
      { email: 'Ada@example.com', isAdmin: true },
      { email: 'grace@example.com', isAdmin: false },
    ]);
  });

  it.each([
    ['to an unknown email', ['nobody@example.com'], 1, /^grant: there is no such user\n$/],
    ['to nobody', [], 2, /^usage: /],
    ['to two users', ['ada@example.com', 'grace@example.com'], 2, /^usage: /],
  ])('%s does nothing and says why', async (_what, words, code, reason) => {
    expect(await admin('grant', ...words)).toEqual({ code, stdout: '', stderr: expect.stringMatching(reason) });
  });
});
