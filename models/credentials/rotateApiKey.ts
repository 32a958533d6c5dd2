import type { Sequelize } from 'sequelize';
import { inTransaction } from '../database/transaction';
import { McpGrant } from '../mcp/McpGrant';
import type { Tenant } from '../database/Tenant';
import { apiKeyColumns, generateApiKey, Workspace } from '../organizations/Workspace';

export interface RotatedApiKey {
  /** The key, which is shown only once. */
  apiKey: string;
  last4: string;
  createdAt: Date;
}

/**
 * Gives a workspace a new API key, perhaps its first key. The old key opens nothing from then on, and the key grants of
 * assistants end in the same transaction (contract.md §8). Null: there is no such workspace.
 * @param keepGrants key grants go on
 */
export async function rotateApiKey(
  sequelize: Sequelize,
  { workspaceId }: Tenant,
  { keepGrants = false } = {},
): Promise<RotatedApiKey | null> {
  const apiKey = generateApiKey();
  const columns = apiKeyColumns(apiKey);
  const isRotated = await inTransaction(sequelize, 'rotateApiKey', async (transaction) => {
    const values = { ...columns, apiKeyLastUsedAt: null };
    const [changed] = await Workspace.update(values, { where: { id: workspaceId }, transaction });
    if (changed === 0) return false;
    if (!keepGrants) await McpGrant.endKeyGrants(workspaceId, transaction);
    return true;
  });
  return isRotated ? { apiKey, last4: columns.apiKeyLast4, createdAt: columns.apiKeyCreatedAt } : null;
}
