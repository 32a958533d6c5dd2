import { setPace } from '../../../domain/pace';

/**
 * Leases, heartbeats and time-outs are this much shorter in tests: a recovery of half a minute takes some seconds. One
 * test keeps the true pace: test/e2e/killedWorker.test.ts.
 */
export const testPace = 0.25;

setPace(testPace);

/**
 * Another pace for the tests of a file, and for everything that the file opens after this call. Files that are read
 * together share the pace, so it is set back at the end.
 */
export function usePace(pace: number): void {
  beforeAll(() => setPace(pace));
  afterAll(() => setPace(testPace));
}
