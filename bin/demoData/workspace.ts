import type { Sequelize } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { Passwords } from '../../lib/passwords';
import type { Secrets } from '../../lib/secrets';
import { Assignment } from '../../models/assignments/Assignment';
import { Connection } from '../../models/connections/Connection';
import { param, sql } from '../../models/database/fragment';
import { command } from '../../models/database/statement';
import { inTransaction } from '../../models/database/transaction';
import type { Transaction } from '../../models/database/transaction';
import { Membership } from '../../models/organizations/Membership';
import { Organization } from '../../models/organizations/Organization';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import { slugsFor } from '../../models/organizations/organizationSlugs';
import { StatisticChange } from '../../models/statistics/StatisticChange';
import { User } from '../../models/users/User';
import { generateWebhookSecret, Workspace, webhookSecretContext } from '../../models/organizations/Workspace';
import type { History } from './History';
import { writeHistory } from './writeHistory';
import type { HistoryOwner } from './writeHistory';

/** The owner of the demo's workspace: no mail can arrive at this address (RFC 2606). */
export const demoOwner = { email: 'history@demo.invalid', name: 'Robin', password: 'harbour and coast path' };
/** The name of the team whose past the demos have. */
export const teamName = 'Harbour Town';

interface DemoDeps {
  readonly sequelize: Sequelize;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
}

/** Makes a workspace with this history, and the user who owns it, in the place of an earlier one. */
export async function makeDemo(deps: DemoDeps, history: History, now: Date): Promise<HistoryOwner> {
  await removeDemo(deps);
  const { email, name, password } = demoOwner;
  const passwordHash = await deps.passwords.hash(password);
  return inTransaction(deps.sequelize, 'makeDemo', async (transaction) => {
    const userId = await User.add({ email, name, passwordHash }, transaction);
    if (userId === null) throw new Error(`${email} is in use`);
    const owner = await openTeamWorkspace({ userId, name }, deps, transaction);
    await writeHistory(owner, history, { now, secrets: deps.secrets }, transaction);
    return owner;
  });
}

/** A workspace without an account: the account comes with its past. */
export async function openTeamWorkspace(
  { userId, name }: { userId: string; name: string },
  { secrets }: Pick<DemoDeps, 'secrets'>,
  transaction: Transaction,
): Promise<HistoryOwner> {
  const [workspaceId, organizationId] = [uuidv7(), uuidv7()];
  const webhookSecret = secrets.encrypt(generateWebhookSecret(), webhookSecretContext(workspaceId));
  await Workspace.create({ id: workspaceId, name, webhookSecret, ...withoutKeys }, { transaction });
  const root = { id: organizationId, workspaceId, name: teamName, isRoot: true };
  await Organization.add(root, slugsFor(teamName), transaction);
  await Membership.add({ workspaceId, organizationId, webhookSecret }, { userId, role: 'owner' }, transaction);
  return { workspaceId, organizationId, userId };
}

/**
 * Removes the demo's user and all workspaces that they own, whole.
 * @returns how many workspaces there were
 */
export async function removeDemo({ sequelize }: Pick<DemoDeps, 'sequelize'>): Promise<number> {
  const user = await User.ofEmail(demoOwner.email);
  if (!user) return 0;
  return inTransaction(sequelize, 'removeDemo', async (transaction) => {
    const owned = await Membership.findAll({ where: { userId: user.id, role: 'owner' }, raw: true, transaction });
    const ids = owned.map(({ organizationId }) => organizationId);
    const roots = await Organization.findAll({ where: { id: ids, isRoot: true }, raw: true, transaction });
    const workspaceId = roots.map((root) => root.workspaceId);
    for (const lock of lockInOrder) await lock.run({ workspaceIds: workspaceId }, transaction);
    await OutboxEntry.destroy({ where: { workspaceId }, transaction });
    // Assignments keep their connection from being removed.
    await Assignment.destroy({ where: { workspaceId }, transaction });
    await Connection.destroy({ where: { workspaceId }, transaction });
    await StatisticChange.destroy({ where: { workspaceId }, transaction });
    const removed = await Workspace.destroy({ where: { id: workspaceId }, transaction });
    await User.destroy({ where: { id: user.id }, transaction });
    return removed;
  });
}

const isOwned = sql`workspace_id = ANY(${param('workspaceIds', 'uuid[]')})`;
/** All that the service locks, in its order (models/README.md): it may be at work on these rows. */
const lockInOrder = [
  command('demo.lockConnections', sql`SELECT FROM connections WHERE ${isOwned} ORDER BY id FOR UPDATE`),
  command('demo.lockAssignments', sql`SELECT FROM assignments WHERE ${isOwned} ORDER BY id FOR UPDATE`),
  command('demo.lockAccounts', sql`SELECT FROM credit_accounts WHERE ${isOwned} ORDER BY workspace_id FOR UPDATE`),
  command('demo.lockOutbox', sql`SELECT FROM outbox WHERE ${isOwned} ORDER BY id FOR UPDATE`),
];

const withoutKeys = {
  apiKeyHash: null,
  apiKeyPrefix: null,
  apiKeyLast4: null,
  apiKeyCreatedAt: null,
  previousWebhookSecret: null,
  previousSecretExpiresAt: null,
};
