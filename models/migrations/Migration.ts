/** One step of the schema. Frozen once it has been released: change the schema by adding another. */
export interface Migration {
  /** Sorts in the order of application. */
  readonly name: string;
  /** SQL that runs in one transaction. */
  readonly up: string;
  readonly down: string;
}
