import type { Sequelize } from 'sequelize';
import type { Logger } from '../lib/logger';
import { databaseObserver } from '../lib/metrics';
import type { Metrics } from '../lib/metrics';
import { exportPool, exportRoom } from '../lib/metrics/readings';
import { createMediaStore } from '../lib/mediaStore/index';
import type { MediaStore } from '../lib/mediaStore/MediaStore';
import { poolStand } from '../models/database/poolStand';
import { openDatabase } from '../models/openDatabase';
import type { Config } from './run';

/** The database of a process that runs on, with what the metrics tell of it. */
export function openObservedDatabase(
  { databaseUrl: url, databasePoolSize: poolSize, places }: Config,
  metrics: Metrics,
  logger: Logger,
): Sequelize {
  const sequelize = openDatabase({ url, poolSize, places, logger, observer: databaseObserver(metrics) });
  exportPool(metrics, { read: () => poolStand(sequelize), logger });
  return sequelize;
}

/** The store of uploaded files, with the room that is left where it is a folder. */
export async function openMediaStore({ mediaStore }: Config, metrics: Metrics, logger: Logger): Promise<MediaStore> {
  if (mediaStore.kind === 'folder') exportRoom(metrics, { folder: mediaStore.folder, logger });
  return createMediaStore(mediaStore);
}
