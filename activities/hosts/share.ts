import { Context } from '@temporalio/activity';
import { paced } from '../../domain/pace';
import { KeyedLimiter, LimitReached } from '../../lib/KeyedLimiter';
import { askAgain } from '../askAgain';

/** Steps of one platform that ask hosts, at the same time, of one process. Each ends within seconds. */
export const hostSteps = 40;
/** The most of these steps for one workspace, so that its hosts do not hold up the steps of other workspaces. */
const workspaceSteps = 10;
/** A step above the share comes again after up to twice this time, which doubles with each try up to the longest. */
const comesAgainMs = 250;
const comesAgainMsMax = 4000;

/** Runs a step in the share of its workspace. @throws ApplicationFailure that makes Temporal ask again, above the share */
export type InShare = <T>(workspaceId: string, step: () => Promise<T>) => Promise<T>;

/** The shares of the workspaces in one process. A step above its share ends at once: it holds no slot while it waits. */
export function createHostShares(): InShare {
  const limiter = new KeyedLimiter({ perKey: workspaceSteps, waiting: 0 });
  return async (workspaceId, step) => {
    try {
      return await limiter.run(workspaceId, step);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const message = `The workspace has ${workspaceSteps} steps under way that ask hosts, as many as it may have at a time.`;
      throw askAgain('WAITING_FOR_SLOT', message, nextInMs(Context.current().info.attempt));
    }
  };
}

function nextInMs(tryCount: number): number {
  return paced(Math.min(comesAgainMs * 2 ** (tryCount - 1), comesAgainMsMax) * (1 + Math.random()));
}
