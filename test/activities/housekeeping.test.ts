import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDueGate, createPromptHosts, createHousekeepingActivities } from '../../activities';
import type { ActivityDeps } from '../../activities';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { inTransaction } from '../../models/database/transaction';
import { IdempotencyKey } from '../../models/assignments/IdempotencyKey';
import { Invitation } from '../../models/organizations/Invitation';
import { McpClient } from '../../models/mcp/McpClient';
import { McpGrant } from '../../models/mcp/McpGrant';
import { McpToken } from '../../models/mcp/McpToken';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import { rotateWebhookSecret, signingSecrets } from '../../models/webhooks/webhookSecrets';
import { buildAssignments } from '../support/runs/assignments';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import { useDatabase } from '../support/servers/database';
import { testSecrets } from '../support/secrets';
import { use } from '../support/use';
import { OrganizationTenant, Tenant } from '../../models/database/Tenant';
import { tenantOf } from '../support/tenant';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));

const nothing = {
  failureCounts: 0,
  channelLists: 0,
  connectLinks: 0,
  erasedPictures: 0,
  erasedReadings: 0,
  oldPictures: 0,
  readPosts: 0,
  readings: 0,
  readingsOfGone: 0,
  idempotencyKeys: 0,
  outboxEntries: 0,
  tickets: 0,
  accessTokens: 0,
  tokensOfEndedGrants: 0,
  mcpGrants: 0,
  quotaDays: 0,
  quotaShares: 0,
  stripeEvents: 0,
  unpaidPurchases: 0,
  dataDeletions: 0,
  platformData: 0,
  publishAttempts: 0,
  webhookDeliveries: 0,
  webhookAnswers: 0,
  staleHolds: 0,
  webhookSecrets: 0,
  invitationTokens: 0,
  tokensOfRemoved: 0,
  uploads: { expired: 0, removed: 0, left: 0 },
};

/** The activity, called as Temporal calls it. */
async function removeExpired(environment = new MockActivityEnvironment()) {
  const activities = createHousekeepingActivities({
    platforms: new Map(),
    dueGate: createDueGate(),
    promptHosts: createPromptHosts(),
  } as unknown as ActivityDeps);
  return environment.run(activities.removeExpired);
}

const keys = async () => (await IdempotencyKey.findAll({ raw: true })).map(({ keyHash }) => keyHash).sort();
async function addKeys(age: string, count = 1): Promise<void> {
  await database.query(
    `INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, assignment_id, created_at)
     SELECT $1, $1, $2 || ' ' || n, '', gen_random_uuid(), now() - $2::interval FROM generate_series(1, $3::int) n`,
    [assignments.workspaceId, age, count],
  );
}

it('removes nothing where nothing has expired, and may run again', async () => {
  expect(await removeExpired()).toEqual(nothing);
  expect(await removeExpired()).toEqual(nothing);
});

it('removes counts of failures whose time is over, and keeps the others', async () => {
  await database.query(
    `INSERT INTO failure_counts VALUES ('over', 3, now() - interval '1 second'), ('open', 3, now() + interval '1 minute')`,
  );
  expect(await removeExpired()).toEqual({ ...nothing, failureCounts: 1 });
  expect(await database.query('SELECT key FROM failure_counts')).toEqual([{ key: 'open' }]);
});

it('removes access tokens that have expired, and grants that ended 30 days ago with all their tokens', async () => {
  const client = await McpClient.register({ name: null, redirectUris: [], grantTypes: [] });
  const grant = async (id: string, ended: string | null) =>
    database.query(
      `INSERT INTO mcp_grants (id, workspace_id, client_id, consent_id, scopes, powers, resource, redirect_uri, code_hash, code_challenge,
                               code_expires_at, expires_at, ended_at)
       VALUES ($1::uuid, $2, $3, $1::uuid, '{mcp.read}', '{}', '', '', $1::uuid::text, '', now(), now() + interval '1 day', now() - $4::interval)`,
      [id, assignments.workspaceId, client.id, ended],
    );
  const token = async (hash: string, grantId: string, kind: string, expired: string) =>
    database.query(
      `INSERT INTO mcp_tokens (hash, grant_id, kind, scopes, expires_at) VALUES ($1, $2, $3, '{}', now() - $4::interval)`,
      [hash, grantId, kind, expired],
    );
  const [open, ended, over] = [randomUUID(), randomUUID(), randomUUID()];
  await Promise.all([grant(open, null), grant(ended, '29 days'), grant(over, '30 days 1 second')]);
  await token('expired', open, 'access', '1 second');
  await token('valid', open, 'access', '-1 minute');
  await token('dead', ended, 'refresh', '29 days');
  await token('unknown', over, 'refresh', '30 days');
  await token('unknown, too', over, 'refresh', '30 days');

  expect(await McpGrant.removeExpired(10)).toBe(0);
  expect(await McpToken.removeOfEnded(1)).toBe(1);
  expect(await removeExpired()).toEqual({ ...nothing, accessTokens: 1, tokensOfEndedGrants: 1, mcpGrants: 1 });
  const left = await database.query<{ hash: string }>('SELECT hash FROM mcp_tokens ORDER BY hash');
  expect(left.map(({ hash }) => hash)).toEqual(['dead', 'valid']);
  expect(await removeExpired()).toEqual(nothing);
});

it('erases the token of an invitation that has expired unsent, and keeps those of the others', async () => {
  const tenant = new OrganizationTenant(assignments.workspaceId, assignments.organizationId);
  const invite = async (email: string) =>
    inTransaction(Invitation.sequelize!, 'test', async (transaction) =>
      Invitation.add(tenant, { email, role: 'member', invitedBy: null }, testSecrets, transaction),
    );
  const [over, open] = [await invite('over@example.com'), await invite('open@example.com')];
  await database.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [over!.id]);

  expect(await removeExpired()).toEqual({ ...nothing, invitationTokens: 1 });
  const sealed = await database.query('SELECT id FROM invitations WHERE sealed_token IS NOT NULL');
  expect(sealed).toEqual([{ id: open!.id }]);
});

describe('idempotency keys', () => {
  beforeEach(async () => database.query('DELETE FROM idempotency_keys'));

  it('are removed after 24 hours, not before', async () => {
    for (const age of ['25 hours', '24 hours', '23 hours 59 minutes', '1 second']) await addKeys(age);
    expect(await removeExpired()).toEqual({ ...nothing, idempotencyKeys: 2 });
    expect(await keys()).toEqual(['1 second 1', '23 hours 59 minutes 1']);
  });

  it('are removed batch after batch, and each batch is reported', async () => {
    await addKeys('2 days', 2500);
    await addKeys('1 hour', 3);
    const environment = new MockActivityEnvironment();
    const beats: unknown[] = [];
    environment.on('heartbeat', (details: unknown) => beats.push(details));
    expect(await removeExpired(environment)).toEqual({ ...nothing, idempotencyKeys: 2500 });
    expect(beats.slice(0, 3)).toEqual([1000, 2000, 2500]);
    expect(await keys()).toHaveLength(3);
  });
});

describe('outbox entries', () => {
  async function entry(dispatchedAgo: string | null, { assignmentId }: { assignmentId: string }): Promise<number> {
    const run = {
      workflow: 'publishAssignment',
      subjectId: assignmentId,
      generation: 1,
      workspaceId: assignments.workspaceId,
    };
    const order = { kind: 'start', ...run } as const;
    const id = await inTransaction(database.sequelize, 'test', async (transaction) =>
      OutboxEntry.add(order, transaction),
    );
    await database.query(
      `UPDATE outbox SET created_at = now() - interval '1 year', dispatched_at = now() - $1::interval WHERE id = $2`,
      [dispatchedAgo, id],
    );
    return id;
  }

  it('are removed 30 days after their dispatch, unless an open assignment or a clean-up depends on them', async () => {
    const published = await assignments.walked('published');
    const removed = [await entry('31 days', published), await entry('31 days', { assignmentId: randomUUID() })];
    const kept = [
      await entry('29 days', published),
      await entry(null, published),
      await entry('31 days', await assignments.pending()),
      await entry('31 days', await assignments.walked('processing')),
      await entry('31 days', await assignments.pending({ status: 'failed', cleanup: 'due' })),
    ];
    const superseded = await entry('31 days', await assignments.pending({ generation: 2 }));
    expect(await removeExpired()).toEqual({ ...nothing, outboxEntries: 3 });
    const left = (await OutboxEntry.findAll({ raw: true })).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining(kept));
    for (const id of [...removed, superseded]) expect(left).not.toContain(id);
  });
});

describe('tickets', () => {
  it('end when their time has long been over, and are removed after 30 days', async () => {
    const { workspaceId, organizationId } = await buildWorkspace();
    const ticket = async (values: object): Promise<string> => {
      const id = randomUUID();
      const target = { platform: 'youtube', connectionId: null, redirectUrl: 'https://app.example' } as const;
      await inTransaction(database.sequelize, 'test', async (transaction) =>
        OAuthTicket.insert({ id, workspaceId, organizationId, ...target }, transaction),
      );
      await OAuthTicket.update(values, { where: { id } });
      return id;
    };
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const stuck = await ticket({ status: 'consumed', sealed: 'sealed', expiresAt: daysAgo(0.5) });
    const open = await ticket({});
    const recent = await ticket({ status: 'completed', createdAt: daysAgo(29) });
    await ticket({ status: 'completed', createdAt: daysAgo(31) });
    expect(await removeExpired()).toEqual({ ...nothing, tickets: 2 });
    const left = await OAuthTicket.findAll({ where: { workspaceId }, raw: true });
    const kept = Object.fromEntries(left.map(({ id, status, sealed }) => [id, { status, sealed }]));
    expect(kept).toEqual({
      [stuck]: { status: 'expired', sealed: null },
      [open]: { status: 'pending', sealed: null },
      [recent]: { status: 'completed', sealed: null },
    });
  });
});

describe('credits held for live calls', () => {
  it('are released when nobody has settled them for ten minutes; those of assignments stay', async () => {
    const { workspaceId } = await buildWorkspace({ credits: 100 });
    const tenant = new Tenant(workspaceId, null);
    const hold = async (ago: string, settle: 'post' | 'void' | null = null): Promise<string> => {
      const holdId = randomUUID();
      const request = { holdId, assignmentId: null, userId: null, operation: 'stats.channel', credits: 1 } as const;
      await inTransaction(database.sequelize, 'test', async (transaction) =>
        CreditAccount.hold(tenant, request, transaction),
      );
      if (settle) {
        await inTransaction(database.sequelize, 'test', async (transaction) =>
          CreditAccount[settle](tenant, holdId, transaction),
        );
      }
      await database.query('ALTER TABLE credit_entries DISABLE TRIGGER credit_entries_append_only');
      await database.query(`UPDATE credit_entries SET created_at = now() - $1::interval WHERE hold_id = $2`, [
        ago,
        holdId,
      ]);
      await database.query('ALTER TABLE credit_entries ENABLE TRIGGER credit_entries_append_only');
      return holdId;
    };
    const stale = await hold('11 minutes');
    await hold('9 minutes');
    await hold('11 minutes', 'post');
    await hold('11 minutes', 'void');
    expect(await removeExpired()).toEqual({ ...nothing, staleHolds: 1 });
    const releases = await database.query<{ hold_id: string }>(
      `SELECT hold_id FROM credit_entries WHERE type = 'release' AND workspace_id = $1 ORDER BY seq`,
      [workspaceId],
    );
    expect(releases).toHaveLength(2);
    expect(releases.at(-1)).toEqual({ hold_id: stale });
    const [account] = await database.query('SELECT held, posted FROM credit_accounts WHERE workspace_id = $1', [
      workspaceId,
    ]);
    expect(account).toEqual({ held: 1, posted: 1 });
  });
});

describe('previous webhook secrets', () => {
  it('are erased when their day is over, not before', async () => {
    const [over, lasting] = [await buildWorkspace(), await buildWorkspace()];
    for (const { workspaceId } of [over, lasting]) await rotateWebhookSecret(tenantOf({ workspaceId }), testSecrets);
    await database.query('UPDATE workspaces SET previous_secret_expires_at = now() WHERE id = $1', [over.workspaceId]);
    expect(await removeExpired()).toEqual({ ...nothing, webhookSecrets: 1 });
    const [row] = await database.query(
      'SELECT previous_webhook_secret, previous_secret_expires_at FROM workspaces WHERE id = $1',
      [over.workspaceId],
    );
    expect(row).toEqual({ previous_webhook_secret: null, previous_secret_expires_at: null });
    expect(await signingSecrets(tenantOf(lasting), testSecrets)).toMatchObject({ previous: lasting.webhookSecret });
  });
});

describe('the tokens of removed connections', () => {
  it('are erased 25 hours after the removal, not before, and no others', async () => {
    const workspace = await buildWorkspace();
    const remove = async (age: string | null): Promise<string> => {
      const { connectionId } = await buildConnection(workspace, { isActive: false });
      const removedAt = 'UPDATE connections SET removed_at = now() - $2::interval WHERE id = $1';
      await database.query(removedAt, [connectionId, age]);
      return connectionId;
    };
    const over = await remove('25 hours');
    const lasting = [await remove('24 hours 59 minutes'), await remove(null)];
    expect(await removeExpired()).toEqual({ ...nothing, tokensOfRemoved: 1 });
    expect(await removeExpired()).toEqual(nothing);
    const kept = await database.query<{ id: string }>(
      'SELECT id FROM connections WHERE workspace_id = $1 AND refresh_token IS NOT NULL AND access_token IS NOT NULL',
      [workspace.workspaceId],
    );
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(lasting));
    const [row] = await database.query('SELECT token_status, token_expires_at FROM connections WHERE id = $1', [over]);
    expect(row).toEqual({ token_status: 'missing', token_expires_at: null });
  });
});
