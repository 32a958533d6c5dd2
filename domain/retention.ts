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
}

export const retentionDefaults: RetentionDays = {
  deliveries: 90,
  answers: 30,
  tickets: 30,
  outbox: 30,
  attempts: 30,
  grants: 30,
};
