/** The number of days for which things are kept after their end (contract.md §5, §12). Operators may set them (`RETENTION_*`). */
export interface RetentionDays {
  /** Webhook deliveries with their attempts, after their last attempt. */
  readonly deliveries: number;
  /** Bodies of the answers of receivers. */
  readonly answers: number;
  readonly tickets: number;
  /** Outbox entries. */
  readonly outbox: number;
  /** Publishing attempts. */
  readonly attempts: number;
  /** Grants of assistants, and their tokens. */
  readonly grants: number;
  /** Numbers of posts over time. */
  readonly readings: number;
}

export const retentionDefaults: RetentionDays = {
  deliveries: 90,
  answers: 30,
  tickets: 30,
  outbox: 30,
  attempts: 30,
  grants: 30,
  readings: 730,
};

/**
 * The days for which data of a platform's API are kept once a connection is over (contract.md §4). YouTube's developer policies,
 * III.E.4, allow no more.
 */
export const platformDataDays = {
  /** After the connection was removed here. */
  removed: 7,
  /** After the platform refused the access, or it ran out. */
  accessOver: 30,
} as const;

/** The days for which an account's owner can look up how their request to delete data has ended. */
export const dataDeletionDays = 365;

/** The end of a connection, as far as it has one. */
export interface ConnectionEnd {
  readonly removedAt: Date | null;
  /** When the platform refused the access, or when it runs out and nothing can renew it; null: it lasts. */
  readonly accessOverAt: Date | null;
}

const dayMs = 86_400_000;

/** When the platform's data of a connection have to be gone; null: not as long as its access lasts. Pure. */
export function platformDataEnd({ removedAt, accessOverAt }: ConnectionEnd): Date | null {
  const ends = [
    removedAt === null ? [] : removedAt.getTime() + platformDataDays.removed * dayMs,
    accessOverAt === null ? [] : accessOverAt.getTime() + platformDataDays.accessOver * dayMs,
  ].flat();
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
