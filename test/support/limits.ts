import type { Limits } from '../../models/assignments/store/loadAssignment';

/** The limits of a platform that never makes a caller wait and is tried often. */
export const limits: Limits = {
  platform: 'YouTube',
  retryDelaysMs: Array<number>(20).fill(0),
  processingLimitMs: 24 * 3_600_000,
  pollMs: 0,
  leaseMs: 0,
  settleMs: 0,
  removalModes: [],
};
