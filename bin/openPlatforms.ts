import type { Logger } from '../lib/logger';
import { beginCounts } from '../lib/metrics';
import type { Metrics } from '../lib/metrics';
import { builtPlatforms, createPlatforms } from '../platforms/index';
import type { Platforms } from '../platforms/index';
import type { Config } from './run';

/** The platforms on offer. The log and a metric name the other platforms of the build (contract.md §11). */
export function openPlatforms({ platforms: settings }: Config, metrics: Metrics, logger: Logger): Platforms {
  const platforms = createPlatforms(settings);
  beginCounts(metrics, builtPlatforms());
  for (const platform of builtPlatforms()) {
    const isOffered = platforms.has(platform);
    metrics.platformOffered.set({ platform }, isOffered ? 1 : 0);
    if (!isOffered) logger.warn({ platform }, 'the platform is not offered: its settings are missing');
  }
  return platforms;
}
