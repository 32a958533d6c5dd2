import type { Client, Connection } from 'pg';

/** A statement as PostgreSQL understands it. */
export interface Description {
  parameters: readonly number[];
  columns: readonly { name: string; type: number; tableId: number; columnId: number }[];
}

interface RowDescription {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

/** Asks PostgreSQL for the parameters and the columns of a statement. Nothing runs (protocol: Parse, Describe). */
export async function describeStatement(client: Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const found: { parameters: number[]; columns: Description['columns'] } = { parameters: [], columns: [] };
    const ofParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => (found.parameters = dataTypeIDs);
    let connected: Connection;
    const asking = {
      submit: (connection: Connection) => {
        connected = connection;
        connection.once('parameterDescription', ofParameters);
        connection.parse({ text, name: '', types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription: ({ fields }: RowDescription) => {
        found.columns = fields.map(({ name, dataTypeID: type, tableID: tableId, columnID: columnId }) => ({
          name,
          type,
          tableId,
          columnId,
        }));
      },
      handleError: (error: Error) => {
        connected.removeListener('parameterDescription', ofParameters as never);
        reject(error);
      },
      handleReadyForQuery: () => resolve(found),
    };
    client.query(asking as never);
  });
}
