import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import { roles } from '../../domain/permissions';
import { param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

const workspaceId = param('workspaceId', 'uuid');
const userId = param('userId', 'uuid');

/** The credits that a member has used in the account's present cycle. */
const usedOf = (member: Fragment, account: Fragment): Fragment =>
  sql`CASE WHEN ${member}.cycle_started_at = ${account}.cycle_started_at THEN ${member}.used ELSE 0 END`;

const readLeft = statement(
  'billing.leftToMember',
  z.strictObject({ left: z.int() }),
  sql`SELECT greatest(0, m.monthly_limit - ${usedOf(sql`m`, sql`a`)}) AS left
      FROM member_credits m JOIN credit_accounts a ON a.workspace_id = m.workspace_id
      WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${userId} AND m.monthly_limit IS NOT NULL`,
);

const MemberLimit = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  monthlyLimit: z.int().nullable(),
  usedThisCycle: z.int(),
});
export type MemberLimit = z.infer<typeof MemberLimit>;

/** The role is that in the root organization; for a user outside of it, the highest role in other organizations. */
const limitsOfMembers = sql`
  SELECT member.user_id AS "userId", u.name, u.email, member.role, c.monthly_limit AS "monthlyLimit",
         coalesce(${usedOf(sql`c`, sql`a`)}, 0) AS "usedThisCycle"
  FROM (SELECT DISTINCT ON (m.user_id) m.user_id, m.role, min(m.joined_at) OVER (PARTITION BY m.user_id) AS joined_at
        FROM memberships m JOIN organizations o ON o.id = m.organization_id
        WHERE o.workspace_id = ${workspaceId}
        ORDER BY m.user_id, o.is_root DESC, array_position(ARRAY['owner', 'admin', 'member'], m.role)) member
  JOIN users u ON u.id = member.user_id
  JOIN credit_accounts a ON a.workspace_id = ${workspaceId}
  LEFT JOIN member_credits c ON c.workspace_id = a.workspace_id AND c.user_id = member.user_id`;
const readLimits = statement(
  'billing.memberLimits',
  MemberLimit,
  sql`${limitsOfMembers} ORDER BY joined_at, member.user_id`,
);
const readLimit = statement(
  'billing.memberLimit',
  MemberLimit,
  sql`${limitsOfMembers} WHERE member.user_id = ${userId}`,
);

const setLimit = command(
  'billing.limitMember',
  sql`INSERT INTO member_credits (workspace_id, user_id, monthly_limit, cycle_started_at)
      SELECT a.workspace_id, ${userId}, ${param('monthlyLimit', 'integer', 'orNull')}, a.cycle_started_at FROM credit_accounts a
      WHERE a.workspace_id = ${workspaceId} AND EXISTS (
        SELECT 1 FROM memberships m JOIN organizations o ON o.id = m.organization_id
        WHERE o.workspace_id = a.workspace_id AND m.user_id = ${userId})
      FOR UPDATE OF a
      ON CONFLICT (workspace_id, user_id) DO UPDATE SET monthly_limit = excluded.monthly_limit`,
);

const credits = param('credits', 'integer');
const usedAfterwards = sql`${credits} + ${usedOf(sql`m`, sql`excluded`)}`;

/**
 * Counts a use of `credits` by `userId`, if their limit allows it: a part of the statement that has locked `account`. A
 * conflicting row is read as it is now, not as it was when the statement began.
 * @param condition of the account
 */
export function countUse<Binds>(condition: Fragment<Binds>) {
  return sql`
       INSERT INTO member_credits AS m (workspace_id, user_id, cycle_started_at, used)
       SELECT workspace_id, ${userId}, cycle_started_at, ${credits} FROM account WHERE ${condition}
       ON CONFLICT (workspace_id, user_id) DO UPDATE SET used = ${usedAfterwards}, cycle_started_at = excluded.cycle_started_at
       WHERE m.monthly_limit IS NULL OR ${usedAfterwards} <= m.monthly_limit
       RETURNING workspace_id`;
}

/**
 * The limit and the use of one user in a workspace's credit cycle. A user who was given a limit or has used credits has
 * a row, as long as both exist. `CreditAccount` counts the use while it has locked the account: the sum of the user's
 * holds of the cycle that were not released.
 */
export class MemberCredits extends Model<InferAttributes<MemberCredits>, InferCreationAttributes<MemberCredits>> {
  declare workspaceId: string;
  declare userId: string;
  /** The most credits in a cycle; null: as many as there are. */
  declare monthlyLimit: number | null;
  /** The credits held and charged in the cycle that began at `cycleStartedAt`; in a later cycle, 0. */
  declare used: CreationOptional<number>;
  declare cycleStartedAt: Date;

  /** The credits that a user's limit leaves them in this cycle; null if they have no limit. */
  static async leftTo({ workspaceId }: Tenant, userId: string, transaction?: Transaction): Promise<number | null> {
    const found = await readLeft.first({ workspaceId, userId }, transaction);
    return found?.left ?? null;
  }

  /** The members of all organizations of a workspace, with their limits, in the order in which they have joined it. */
  static async limits({ workspaceId }: Tenant): Promise<MemberLimit[]> {
    return readLimits.all({ workspaceId });
  }

  /** The limit of one member. @returns null for a user who is no member of the workspace */
  static async limitOf({ workspaceId }: Tenant, userId: string): Promise<MemberLimit | null> {
    const found = await readLimit.first({ workspaceId, userId });
    return found ?? null;
  }

  /**
   * Sets the limit of a member, or lifts the limit with null. The limit counts from the next hold on; earlier holds
   * stay. The account is locked as for a hold, so that each hold is judged by one limit.
   * @returns whether there is such a member of the workspace
   */
  static async limit({ workspaceId }: Tenant, userId: string, monthlyLimit: number | null): Promise<boolean> {
    return (await setLimit.run({ workspaceId, userId, monthlyLimit })) > 0;
  }
}

export function initialize(sequelize: Sequelize): void {
  MemberCredits.init(
    {
      workspaceId: { type: DataTypes.UUID, primaryKey: true },
      userId: { type: DataTypes.UUID, primaryKey: true },
      monthlyLimit: DataTypes.INTEGER,
      used: { type: DataTypes.INTEGER, defaultValue: 0 },
      cycleStartedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'member_credits' },
  );
}
