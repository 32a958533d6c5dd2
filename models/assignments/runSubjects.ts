import type { Assignment } from './Assignment';
import type { Connection } from '../connections/Connection';

/**
 * A channel of any tenant, named by its plain id: runs, relay and housekeeping work with it. The protected member keeps
 * the compiler from taking a plain id, or another object, for the result of a query with a tenant.
 * test/architectureTenancy.test.ts keeps api/ from making one.
 */
export class RunChannel {
  declare protected readonly isOfRun: true;
  readonly connectionId: string;

  constructor(connectionId: string) {
    this.connectionId = connectionId;
  }
}

/** An assignment of any tenant, named by its plain id, as `RunChannel` is a channel. */
export class RunAssignment {
  declare protected readonly isOfRun: true;
  readonly assignmentId: string;
  readonly generation: number;

  constructor({ assignmentId, generation }: { assignmentId: string; generation: number }) {
    this.assignmentId = assignmentId;
    this.generation = generation;
  }
}

/** The channel of a run, or of a connection or an assignment that a query with a tenant has found. */
export type KnownChannel = Connection | Assignment | RunChannel;

export function connectionIdOf(channel: KnownChannel): string {
  return 'connectionId' in channel ? channel.connectionId : channel.id;
}

/** The assignment of a run, or an assignment that a query with a tenant has found. */
export type KnownAssignment = Assignment | RunAssignment;

export function fenceOf(assignment: KnownAssignment): { assignmentId: string; generation: number } {
  const { generation } = assignment;
  return { assignmentId: 'assignmentId' in assignment ? assignment.assignmentId : assignment.id, generation };
}
