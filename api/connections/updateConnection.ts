import { Connection } from '../../models/connections/Connection';
import { inTransaction } from '../../models/database/transaction';
import { resumePreparations } from '../../models/publishing/preparation';
import { defineUseCase } from '../useCase';
import { noSuchConnection } from './refusals';
import { UpdateConnectionInput } from './schema';

/**
 * Changes the named fields of a connection. An assignment that waits for an inactive connection fails when its time
 * comes, unless the connection is active again by then: its preparation is tried again at once (contract.md §4).
 */
export const updateConnection = defineUseCase({
  name: 'updateConnection',
  action: 'connection.manage',
  summary: 'Rename a channel, switch it off or on, or give it an identifier of your own',
  description:
    'Fields that are left out stay. Nothing is published to an inactive connection: its assignments fail when their time comes.',
  input: UpdateConnectionInput,
  refuses: [noSuchConnection],
  run: async ({ deps, principal: { tenant } }, { connectionId, ...changes }) =>
    inTransaction(deps.sequelize, 'updateConnection', async (transaction) => {
      const connection = await Connection.edit(tenant, connectionId, changes, transaction);
      if (!connection) throw noSuchConnection.error();
      if (changes.isActive === true) await resumePreparations(connection, transaction);
      return connection;
    }),
});
