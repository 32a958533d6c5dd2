/**
 * One step of the schema. A released step is never changed: another step changes the schema. A step is either of
 * statements, which lock tables, or of indexes, which take long.
 */
export type Migration = StatementMigration | IndexMigration;

/** Statements that run in one transaction. A step that would lock a table in use for over a second is refused. */
export interface StatementMigration {
  /** Sorts in the order of application. */
  readonly name: string;
  readonly up: string;
  readonly down: string;
}

/** Indexes that are built while the table is in use, outside of any transaction. */
export interface IndexMigration {
  readonly name: string;
  readonly indexes: readonly NewIndex[];
}

export interface NewIndex {
  readonly name: string;
  readonly isUnique?: true;
  /** The text after the name: `ON assignments (created_at) WHERE …`. */
  readonly on: string;
}
