export const outboxKinds = ['start', 'cancel', 'terminate'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/** An order for the workflow of a subject's generation. */
export interface OutboxOrder {
  kind: OutboxKind;
  workflow: string;
  subjectId: string;
  generation: number;
}

/** An order that is to be written. */
export interface NewOrder extends OutboxOrder {
  workspaceId: string;
}

/** Entries of one kind of line: `none`, `publish` or `webhook`. */
export interface DueEntries {
  line: string;
  count: number;
  oldestSeconds: number;
}

/**
 * `refused`: Temporal, or we, said no. `unknown`: Temporal did not answer, so the order may be done. `early`: another
 * order comes first.
 */
export type PostponeReason = 'refused' | 'unknown' | 'early';

export type DispatchOutcome = 'sent' | 'already' | 'dropped';

export interface WaitingOrder extends OutboxOrder {
  /** The order was sent before, with an unknown outcome. */
  isUnknown: boolean;
  /** The order is to end a run whose start has not been dispatched. */
  isBeforeStart: boolean;
  /** The work that has written the order, if it is traced. */
  traceparent: string | null;
}
