import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '../../../lib/metrics';
import { exportOldestWebhook, exportPool, exportQuota, exportRoom } from '../../../lib/metrics/readings';
import type { QuotaStand } from '../../../lib/metrics/readings';
import { createLogger } from '../../../lib/logger';

const stand = { platform: 'youtube', bucket: 'uploads', used: 3, left: 97 };

/** The lines about quotas, when the metrics are read. */
async function linesOf(read: () => Promise<readonly QuotaStand[]>): Promise<string[]> {
  const metrics = createMetrics();
  exportQuota(metrics, { read, logger: createLogger('test', 'fatal') });
  return (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('platform_quota'));
}

describe('exportQuota', () => {
  it('tells what is used and what is left, as it stands when the metrics are read', async () => {
    expect(await linesOf(async () => [stand])).toEqual([
      'platform_quota_used{platform="youtube",bucket="uploads"} 3',
      'platform_quota_left{platform="youtube",bucket="uploads"} 97',
    ]);
  });

  it('leaves them out while the database is down, and serves all other metrics', async () => {
    const away = async () => Promise.reject(new Error('the database is down'));
    expect(await linesOf(away)).toEqual([]);
  });
});

const logger = createLogger('test', 'fatal');
const linesWith = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name));

describe('the age of the oldest webhook', () => {
  it('is read when the metrics are, and left out while it cannot be', async () => {
    const metrics = createMetrics();
    const ages = [Promise.resolve(61.5), Promise.reject(new Error('the database is down')), Promise.resolve(0)];
    exportOldestWebhook(metrics, { read: async () => ages.shift()!, logger });
    expect(await linesWith(metrics, 'webhook_oldest_seconds')).toEqual(['webhook_oldest_seconds 61.5']);
    expect(await linesWith(metrics, 'webhook_oldest_seconds')).toEqual([]);
    expect(await linesWith(metrics, 'webhook_oldest_seconds')).toEqual(['webhook_oldest_seconds 0']);
  });
});

describe('the connections to the database', () => {
  it('are told by their state, with what waits for one', async () => {
    const metrics = createMetrics();
    exportPool(metrics, { read: () => ({ used: 3, idle: 1, waiting: 2, max: 10 }), logger });
    expect(await linesWith(metrics, 'database_connections')).toEqual([
      'database_connections{state="used"} 3',
      'database_connections{state="idle"} 1',
      'database_connections{state="unopened"} 6',
      'database_connections_waiting 2',
    ]);
  });
});

describe('the room of the media store', () => {
  it('is that of its disk, also before the folder is made', async () => {
    const metrics = createMetrics();
    exportRoom(metrics, { folder: join(tmpdir(), 'not', 'made', 'yet'), logger });
    const { blocks, bsize } = statfsSync(tmpdir());
    const [free, all] = await linesWith(metrics, 'media_store_bytes');
    expect(all).toBe(`media_store_bytes{part="all"} ${blocks * bsize}`);
    expect(Number(free?.split(' ')[1])).toBeGreaterThan(0);
  });
});
