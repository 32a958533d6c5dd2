import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../../models/database/transaction';
import { Organization } from '../../../models/organizations/Organization';
import { openWorkspace } from '../../../models/credentials/openWorkspace';
import {
  generateApiKey,
  generateWebhookSecret,
  webhookSecretContext,
  Workspace,
} from '../../../models/organizations/Workspace';
import { useDatabase } from '../../support/servers/database';
import { testSecrets } from '../../support/secrets';

const database = useDatabase();

const open = async ({ name = 'Ada', withApiKey = true, freePlanCredits = 500 } = {}) =>
  inTransaction(database.sequelize, 'test', (transaction) =>
    openWorkspace({ name, withApiKey, freePlanCredits }, testSecrets, transaction),
  );

describe('openWorkspace', () => {
  it('makes the workspace, its root organization and an account on plan free', async () => {
    const { workspaceId, organizationId } = await open({ freePlanCredits: 321 });
    const [row] = await database.query(
      `SELECT w.name, o.id AS "organizationId", o.name AS organization, o.is_root AS "isRoot", a.plan,
              a.monthly_credits AS credits
       FROM workspaces w JOIN organizations o ON o.workspace_id = w.id JOIN credit_accounts a ON a.workspace_id = w.id
       WHERE w.id = $1`,
      [workspaceId],
    );
    expect(row).toEqual({
      name: 'Ada',
      organizationId,
      organization: "Ada's organization",
      isRoot: true,
      plan: 'free',
      credits: 321,
    });
  });

  it('shows the API key once: only its hash and its last four characters are stored', async () => {
    const { workspaceId, apiKey } = await open();
    expect(apiKey).toMatch(/^ds_live_[A-Za-z0-9]{32}$/);
    const [row] = await database.query('SELECT * FROM workspaces WHERE id = $1', [workspaceId]);
    expect(row).toMatchObject({
      api_key_hash: createHash('sha256').update(apiKey!).digest('hex'),
      api_key_prefix: 'ds_live_',
      api_key_last4: apiKey!.slice(-4),
      api_key_created_at: expect.any(Date),
    });
    expect(JSON.stringify(row)).not.toContain(apiKey!.slice(8, -4));
    expect(await Workspace.ofApiKey(apiKey!)).toEqual({ id: workspaceId });
  });

  it('makes a workspace without a key where none is wanted', async () => {
    const { workspaceId, apiKey } = await open({ withApiKey: false });
    expect(apiKey).toBeNull();
    const [row] = await database.query('SELECT * FROM workspaces WHERE id = $1', [workspaceId]);
    expect(row).toMatchObject({
      api_key_hash: null,
      api_key_prefix: null,
      api_key_last4: null,
      api_key_created_at: null,
    });
  });

  it('encrypts the webhook secret, whsec_ and the base64 of 32 bytes, for its own row', async () => {
    const { workspaceId, webhookSecret } = await open();
    expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [row] = await database.query<{ webhook_secret: string }>(
      'SELECT webhook_secret FROM workspaces WHERE id = $1',
      [workspaceId],
    );
    expect(row!.webhook_secret).not.toContain(webhookSecret.slice(6));
    expect(testSecrets.decrypt(row!.webhook_secret, webhookSecretContext(workspaceId))).toBe(webhookSecret);
  });

  it.each([
    ['Ada Lovelace', /^ada-lovelace-[0-9a-f]{8}$/],
    ['  Zoë & Søn!  ', /^zoe-s-n-[0-9a-f]{8}$/],
    ['日本語', /^organization-[0-9a-f]{8}$/],
    ['', /^organization-[0-9a-f]{8}$/],
    [`${'a'.repeat(39)} b`, /^a{39}-[0-9a-f]{8}$/],
    ['a'.repeat(120), /^a{40}-[0-9a-f]{8}$/],
    [`- ${'a'.repeat(120)}`, /^a{39}-[0-9a-f]{8}$/],
  ])('gives the organization of %j a slug fit for a URL', async (name, slug) => {
    const { organizationId } = await open({ name });
    const [row] = await database.query<{ slug: string }>('SELECT slug FROM organizations WHERE id = $1', [
      organizationId,
    ]);
    expect(row!.slug).toMatch(slug);
  });

  it('gives 200 organizations of one name without Latin letters as many slugs, also those of one millisecond', async () => {
    await inTransaction(database.sequelize, 'test', async (transaction) => {
      for (let count = 0; count < 200; count += 1)
        await openWorkspace({ name: '株式会社', withApiKey: false, freePlanCredits: 0 }, testSecrets, transaction);
    });
    const [row] = await database.query<{ slugs: number }>(
      `SELECT count(DISTINCT o.slug)::int AS slugs FROM organizations o JOIN workspaces w ON w.id = o.workspace_id
       WHERE w.name = '株式会社'`,
    );
    expect(row!.slugs).toBe(200);
  });

  it('takes another slug where one is taken, also by one that is being written, and goes on', async () => {
    const { workspaceId, organizationId } = await open();
    const [taken] = await database.query<{ slug: string }>('SELECT slug FROM organizations WHERE id = $1', [
      organizationId,
    ]);
    const add = async (slugs: string[]) => {
      const id = uuidv7();
      await inTransaction(database.sequelize, 'test', async (transaction) => {
        await Organization.add({ id, workspaceId, name: 'Branch', isRoot: false }, slugs, transaction);
        await Organization.count({ transaction });
      });
      return (await Organization.findByPk(id, { raw: true }))!.slug;
    };
    expect(await add([taken!.slug, 'branch-1'])).toBe('branch-1');
    const racers = [1, 2, 3, 4].map(async () => add(['race-a', 'race-b', 'race-c', 'race-d']));
    expect((await Promise.all(racers)).sort()).toEqual(['race-a', 'race-b', 'race-c', 'race-d']);
    await expect(add([taken!.slug])).rejects.toThrow('every slug that was given is taken');
  });

  it('gives two of the same name two slugs, two keys and two secrets', async () => {
    const [one, other] = [await open(), await open()];
    expect(one.apiKey).not.toBe(other.apiKey);
    expect(one.webhookSecret).not.toBe(other.webhookSecret);
  });

  it('leaves nothing when it fails half-way', async () => {
    const failed = inTransaction(database.sequelize, 'test', async (transaction) => {
      await openWorkspace({ name: 'Nobody', withApiKey: true, freePlanCredits: 1 }, testSecrets, transaction);
      throw new Error('the user could not be written');
    });
    await expect(failed).rejects.toThrow('the user could not be written');
    expect(await database.query(`SELECT 1 FROM workspaces WHERE name = 'Nobody'`)).toEqual([]);
  });
});

describe('an API key', () => {
  it('opens its workspace alone, and only as it is', async () => {
    const { apiKey } = await open();
    const key = apiKey!;
    const wrong = [
      generateApiKey(),
      key.toLowerCase(),
      `${key} `,
      `${key}\n`,
      key.slice(0, -1),
      `${key}a`,
      key.replace('live', 'test'),
      '',
      'ds_live_',
    ];
    for (const other of wrong) expect(await Workspace.ofApiKey(other)).toBeNull();
  });

  it('is drawn from all 62 characters, never twice', () => {
    const keys = Array.from({ length: 300 }, generateApiKey);
    expect(new Set(keys).size).toBe(300);
    expect(new Set(keys.join('').replaceAll('ds_live_', '')).size).toBe(62);
    expect(new Set(Array.from({ length: 100 }, generateWebhookSecret)).size).toBe(100);
  });
});
