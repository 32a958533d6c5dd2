import { setPace } from '../../domain/pace';

/**
 * Leases, heartbeats and time-outs are this much shorter in tests: a recovery of half a minute takes some seconds. One
 * test keeps the true pace: test/e2e/killedWorker.test.ts.
 */
export const testPace = 0.25;

setPace(testPace);
