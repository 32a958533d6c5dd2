import type { Connection } from '../../models/connections/Connection';
import type { Tenant } from '../../models/database/Tenant';
import { KeptPicture } from '../../models/pictures/KeptPicture';
import type { BaseDeps } from '../deps';
import { addressOf } from '../pictures/pictureAddress';

/** A connection with the address at which this service shows the picture of its channel to people; null: there is none. */
export interface PicturedConnection {
  connection: Connection;
  pictureUrl: string | null;
}

/** The same connections with the pictures of their channels. */
export async function withChannelPictures(
  deps: Pick<BaseDeps, 'config' | 'secrets'>,
  tenant: Tenant,
  connections: readonly Connection[],
): Promise<PicturedConnection[]> {
  const versions = await KeptPicture.ofChannels(
    tenant,
    connections.map(({ id }) => id),
  );
  return connections.map((connection) => {
    const { id } = connection;
    return { connection, pictureUrl: addressOf(deps, { id, pictureVersion: versions.get(id) ?? null }) };
  });
}
