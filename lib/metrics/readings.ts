import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../logger';
import type { Metrics } from './index';

/** One value of a gauge. */
export interface Reading<Label extends string> {
  labels: Readonly<Record<Label, string>>;
  value: number;
}

/** A gauge whose values are read each time the metrics are. */
interface ReadGauge<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  read: () => Promise<readonly Reading<Label>[]> | readonly Reading<Label>[];
}

type Into = Pick<Metrics, 'registry'>;

/** Adds a gauge. While its values cannot be read the gauge is left out, and all other metrics are served. */
function add<Label extends string>(registry: Registry, logger: Logger, gauge: ReadGauge<Label>): void {
  const { name, help, labelNames, read } = gauge;
  const added: Gauge<Label> = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const readings = await readOr(async () => read(), [], name, logger);
      added.reset();
      if (labelNames.length === 0) added.remove({});
      for (const { labels, value } of readings) added.set(labels, value);
    },
  });
}

async function readOr<T>(read: () => Promise<T>, otherwise: T, metric: string, logger: Logger): Promise<T> {
  return read().catch((error: unknown) => {
    logger.warn({ err: error, metric }, 'a metric could not be read');
    return otherwise;
  });
}

/** The use of a platform's daily quota. */
export interface QuotaStand {
  platform: string;
  /** The platform's name for the counted units. */
  bucket: string;
  used: number;
  left: number;
}

/** Adds the used and the remaining units of each platform's daily quota, as the database has them. */
export function exportQuota(
  { registry }: Into,
  { read, logger }: { read: () => Promise<readonly QuotaStand[]>; logger: Logger },
): void {
  const stands = (value: (stand: QuotaStand) => number) => async () =>
    (await read()).map((stand) => ({
      labels: { platform: stand.platform, bucket: stand.bucket },
      value: value(stand),
    }));
  const labelNames = ['platform', 'bucket'] as const;
  add(registry, logger, {
    name: 'platform_quota_used',
    help: "Taken of a platform's daily quota today, by all workspaces together",
    labelNames,
    read: stands(({ used }) => used),
  });
  add(registry, logger, {
    name: 'platform_quota_left',
    help: "Left of a platform's daily quota today",
    labelNames,
    read: stands(({ left }) => left),
  });
}

/** Adds the age of the oldest webhook that is neither delivered nor given up, in seconds; 0 without one. */
export function exportOldestWebhook(
  { registry }: Into,
  { read, logger }: { read: () => Promise<number>; logger: Logger },
): void {
  add(registry, logger, {
    name: 'webhook_oldest_seconds',
    help: 'Age of the oldest webhook that is neither delivered nor given up',
    labelNames: [],
    read: async () => [{ labels: {}, value: await read() }],
  });
}

/** The connections of a process to the database, now. */
export interface PoolStand {
  used: number;
  idle: number;
  /** The statements that wait for a connection. */
  waiting: number;
  /** The most connections that the process opens. */
  max: number;
}

/** Adds the connections of this process to the database. */
export function exportPool({ registry }: Into, { read, logger }: { read: () => PoolStand; logger: Logger }): void {
  add(registry, logger, {
    name: 'database_connections',
    help: 'Connections to the database that are used or idle, and those that the process may still open',
    labelNames: ['state'],
    read: () => {
      const { used, idle, max } = read();
      return [
        { labels: { state: 'used' }, value: used },
        { labels: { state: 'idle' }, value: idle },
        { labels: { state: 'unopened' }, value: Math.max(0, max - used - idle) },
      ];
    },
  });
  add(registry, logger, {
    name: 'database_connections_waiting',
    help: 'Statements that wait for a connection to the database',
    labelNames: [],
    read: () => [{ labels: {}, value: read().waiting }],
  });
}

/** Adds the room of the disk that has a folder, in bytes. */
export function exportRoom({ registry }: Into, { folder, logger }: { folder: string; logger: Logger }): void {
  add(registry, logger, {
    name: 'media_store_bytes',
    help: 'Bytes of the disk with the files of upload sessions: free, and in all',
    labelNames: ['part'],
    read: async () => {
      const { bavail, blocks, bsize } = await diskOf(folder);
      return [
        { labels: { part: 'free' }, value: bavail * bsize },
        { labels: { part: 'all' }, value: blocks * bsize },
      ];
    },
  });
}

/** The disk that has a folder, or will have the folder once it is made. */
async function diskOf(folder: string): Promise<StatsFs> {
  return statfs(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return diskOf(dirname(folder));
  });
}
