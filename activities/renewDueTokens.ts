import { Context } from '@temporalio/activity';
import { z } from 'zod';
import type { PlatformSlug } from '../domain/platform';
import { renewTokens, renewalBy } from '../channels/connectionTokens';
import type { DueConnection } from '../models/connections/renewalsDue';
import { connectionsToRenew } from '../models/connections/renewalsDue';
import { platformFor } from '../platforms/index';
import type { ActivityDeps } from './deps';
import { startHeartbeat } from './heartbeat';
import type { RenewalOutcome } from '../lib/metrics';

const batchSize = 200;
/** Few enough that a platform does not take it for an attack. */
const renewalsAtOnce = 8;

export type RenewalCounts = Record<RenewalOutcome, number>;

/** The progress of the try before. */
const Progress = z.object({
  afterId: z.string().nullable(),
  renewed: z.number(),
  refused: z.number(),
  failed: z.number(),
});
type Progress = z.infer<typeof Progress>;
const unbegun: Progress = { afterId: null, renewed: 0, refused: 0, failed: 0 };

/** The renewal of tokens ahead of need. */
export function createRenewalActivities(deps: ActivityDeps) {
  return {
    /**
     * Renews the tokens of this platform's connections whose time has come, a few at a time. A failure
     * of one connection does not touch the others; another try goes on behind the last connection that was done.
     */
    async renewDueTokens(platform: PlatformSlug): Promise<RenewalCounts> {
      const heartbeat = startHeartbeat();
      const progress = Progress.safeParse(Context.current().info.heartbeatDetails).data ?? { ...unbegun };
      const note = (): unknown => (heartbeat.details = { ...progress });
      note();
      try {
        while ((await renewBatch(deps, platform, progress, note)) === batchSize);
      } finally {
        heartbeat.stop();
      }
      const { renewed, refused, failed } = progress;
      deps.logger.info({ platform, renewed, refused, failed }, 'tokens were renewed ahead of need');
      return { renewed, refused, failed };
    },
  };
}

/** @returns how many were due, up to `batchSize` */
async function renewBatch(
  deps: ActivityDeps,
  platform: PlatformSlug,
  progress: Progress,
  note: () => void,
): Promise<number> {
  const due = await connectionsToRenew(platform, progress.afterId, batchSize);
  for (let index = 0; index < due.length; index += renewalsAtOnce) {
    await deps.dueGate.standBack();
    const chunk = due.slice(index, index + renewalsAtOnce);
    for (const outcome of await Promise.all(chunk.map(async (connection) => renewOne(deps, connection)))) {
      deps.metrics.tokenRenewals.inc({ platform, outcome });
      progress[outcome] += 1;
    }
    progress.afterId = chunk.at(-1)?.id ?? progress.afterId;
    note();
  }
  return due.length;
}

/** @throws CancelledFailure alone */
async function renewOne(
  { platforms, secrets, logger }: ActivityDeps,
  connection: DueConnection,
): Promise<RenewalOutcome> {
  const { id: connectionId, platform } = connection;
  const { cancellationSignal: signal, cancelled } = Context.current();
  try {
    const renewal = renewalBy(platformFor(platforms, platform), secrets);
    const { tokenStatus } = await renewTokens(renewal, connection, signal);
    if (tokenStatus === 'valid') return 'renewed';
    logger.warn({ connectionId, platform }, 'a connection has expired: its channel has to be connected again');
    return 'refused';
  } catch (error) {
    if (signal.aborted) return cancelled;
    logger.warn({ err: error, connectionId, platform }, 'tokens could not be renewed; the next run tries again');
    return 'failed';
  }
}
