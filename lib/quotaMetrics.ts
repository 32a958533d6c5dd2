import { Gauge } from 'prom-client';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

/** The use of a platform's daily quota. */
export interface QuotaStand {
  platform: string;
  /** The platform's name for the counted units. */
  bucket: string;
  used: number;
  left: number;
}

interface QuotaSource {
  /** Asked at each reading of the metrics. */
  read: () => Promise<readonly QuotaStand[]>;
  logger: Logger;
}

/**
 * Adds the used and the remaining units of each platform's daily quota, as the database has them when the metrics are
 * read. While the database is down these two metrics are left out, and all other metrics are served.
 */
export function exportQuota({ registry }: Metrics, { read, logger }: QuotaSource): void {
  const readStands = async (): Promise<readonly QuotaStand[]> =>
    read().catch((error: unknown) => {
      logger.warn({ err: error }, 'the quota that is left could not be read');
      return [];
    });
  add('platform_quota_used', "Taken of a platform's daily quota today, by all workspaces together", ({ used }) => used);
  add('platform_quota_left', "Left of a platform's daily quota today", ({ left }) => left);

  function add(name: string, help: string, value: (stand: QuotaStand) => number): Gauge<'platform' | 'bucket'> {
    return new Gauge({
      name,
      help,
      labelNames: ['platform', 'bucket'],
      registers: [registry],
      async collect() {
        const stands = await readStands();
        this.reset();
        for (const stand of stands) this.set({ platform: stand.platform, bucket: stand.bucket }, value(stand));
      },
    });
  }
}
