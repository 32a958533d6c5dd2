import { createMetrics } from '../../lib/metrics';
import { exportQuota } from '../../lib/quotaMetrics';
import type { QuotaStand } from '../../lib/quotaMetrics';
import { createLogger } from '../../lib/logger';

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
