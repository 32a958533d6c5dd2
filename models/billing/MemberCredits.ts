import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Role } from '../../domain/permissions';
import { firstRow, rows } from '../database/sql';
import type { Tenant } from '../database/Tenant';

/**
 * The limit and the use of one user in a workspace's credit cycle. A user who was given a limit or has used credits has
 * a row, as long as both exist. `CreditAccount` counts the use while it has locked the account: the sum of the user's
 * holds of the cycle that were not released.
 */
export class MemberCredits extends Model<InferAttributes<MemberCredits>, InferCreationAttributes<MemberCredits>> {
  declare workspaceId: string;
  declare userId: string;
  /** Null: as much as there is. */
  declare monthlyLimit: number | null;
  /** Held and charged in the cycle that began at `cycleStartedAt`; in a later one, nothing. */
  declare used: CreationOptional<number>;
  declare cycleStartedAt: Date;

  /** The credits that a user's limit leaves them in this cycle; null if they have no limit. */
  static async leftTo({ workspaceId }: Tenant, userId: string, transaction?: Transaction): Promise<number | null> {
    const found = await firstRow<{ left: number | null }>(
      MemberCredits,
      `SELECT greatest(0, m.monthly_limit - ${usedOf('m', 'a')}) AS left
       FROM member_credits m JOIN credit_accounts a ON a.workspace_id = m.workspace_id
       WHERE m.workspace_id = $workspaceId AND m.user_id = $userId AND m.monthly_limit IS NOT NULL`,
      { workspaceId, userId },
      transaction,
    );
    return found?.left ?? null;
  }

  /** The members of all organizations of a workspace, with their limits, in the order in which they have joined it. */
  static async limits({ workspaceId }: Tenant): Promise<MemberLimit[]> {
    return rows<MemberLimit>(MemberCredits, `${limitsOfMembers} ORDER BY joined_at, member.user_id`, { workspaceId });
  }

  /** The limit of one member. @returns null for a user who is no member of the workspace */
  static async limitOf({ workspaceId }: Tenant, userId: string): Promise<MemberLimit | null> {
    const found = await firstRow<MemberLimit>(MemberCredits, `${limitsOfMembers} WHERE member.user_id = $userId`, {
      workspaceId,
      userId,
    });
    return found ?? null;
  }

  /**
   * Sets the limit of a member, or lifts it with null. It counts from the next hold on; what is held already stays. The
   * account is locked as for a hold, so that each hold is judged by one limit.
   * @returns whether there is such a member of the workspace
   */
  static async limit({ workspaceId }: Tenant, userId: string, monthlyLimit: number | null): Promise<boolean> {
    const written = await firstRow(
      MemberCredits,
      `INSERT INTO member_credits (workspace_id, user_id, monthly_limit, cycle_started_at)
       SELECT a.workspace_id, $userId::uuid, $monthlyLimit::int, a.cycle_started_at FROM credit_accounts a
       WHERE a.workspace_id = $workspaceId AND EXISTS (
         SELECT 1 FROM memberships m JOIN organizations o ON o.id = m.organization_id
         WHERE o.workspace_id = a.workspace_id AND m.user_id = $userId)
       FOR UPDATE OF a
       ON CONFLICT (workspace_id, user_id) DO UPDATE SET monthly_limit = excluded.monthly_limit RETURNING user_id`,
      { workspaceId, userId, monthlyLimit },
    );
    return written !== undefined;
  }
}

/** SQL: the credits that a member has used in the account's present cycle. */
function usedOf(member: string, account: string): string {
  return `CASE WHEN ${member}.cycle_started_at = ${account}.cycle_started_at THEN ${member}.used ELSE 0 END`;
}

/** With the role in the root organization; for a user who is not in it, the highest of the others. */
const limitsOfMembers = `
  SELECT member.user_id AS "userId", u.name, u.email, member.role, c.monthly_limit AS "monthlyLimit",
         coalesce(${usedOf('c', 'a')}, 0) AS "usedThisCycle"
  FROM (SELECT DISTINCT ON (m.user_id) m.user_id, m.role, min(m.joined_at) OVER (PARTITION BY m.user_id) AS joined_at
        FROM memberships m JOIN organizations o ON o.id = m.organization_id
        WHERE o.workspace_id = $workspaceId
        ORDER BY m.user_id, o.is_root DESC, array_position(ARRAY['owner', 'admin', 'member'], m.role)) member
  JOIN users u ON u.id = member.user_id
  JOIN credit_accounts a ON a.workspace_id = $workspaceId
  LEFT JOIN member_credits c ON c.workspace_id = a.workspace_id AND c.user_id = member.user_id`;

/**
 * Counts a use of `$credits` by `$userId`, if their limit allows it: a part of the statement that has locked `account`. A
 * conflicting row is read as it is now, not as it was when the statement began.
 * @param condition of the account
 */
export function countUse(condition: string): string {
  const used = `$credits::int + ${usedOf('m', 'excluded')}`;
  return `
       INSERT INTO member_credits AS m (workspace_id, user_id, cycle_started_at, used)
       SELECT workspace_id, $userId::uuid, cycle_started_at, $credits::int FROM account WHERE ${condition}
       ON CONFLICT (workspace_id, user_id) DO UPDATE SET used = ${used}, cycle_started_at = excluded.cycle_started_at
       WHERE m.monthly_limit IS NULL OR ${used} <= m.monthly_limit
       RETURNING workspace_id`;
}

export interface MemberLimit extends Pick<MemberCredits, 'userId' | 'monthlyLimit'> {
  name: string;
  email: string;
  role: Role;
  usedThisCycle: number;
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
