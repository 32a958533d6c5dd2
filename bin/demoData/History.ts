import type { AssignmentError, AssignmentStatus, ContentType } from '../../domain/assignment';
import type { PlatformSlug } from '../../domain/platform';
import type { Payload } from '../../domain/payload/payload';
import type { PlanId } from '../../domain/credits';

/** The past of a workspace, as it is written into a database. */
export interface History {
  /** The plan of every cycle, and the day on which the first one began. */
  readonly plan: PlanId;
  readonly firstDay: Date;
  readonly channels: readonly PastChannel[];
  readonly assignments: readonly PastAssignment[];
  /** Live questions to a platform, each paid for at once. */
  readonly liveCalls: readonly Date[];
  readonly purchases: readonly { readonly at: Date; readonly credits: number }[];
}

export interface PastChannel {
  readonly platform: PlatformSlug;
  readonly externalPlatformId: string;
  readonly name: string;
  readonly isActive: boolean;
  /** No channel of a history has tokens: no caller can publish to it. */
  readonly tokenStatus: 'expired' | 'missing';
  /** Days without a snapshot are gaps. */
  readonly snapshots: readonly { readonly day: string; readonly subscribers: number; readonly totalViews: number }[];
}

export interface PastAssignment {
  /** The place of its channel in `channels`. */
  readonly channel: number;
  readonly type: ContentType;
  readonly payload: Payload;
  readonly createdAt: Date;
  readonly scheduledAt: Date | null;
  /** All that followed, in order; `pending` is a retry. */
  readonly steps: readonly PastStep[];
}

export interface PastStep {
  readonly to: AssignmentStatus;
  readonly at: Date;
  /** Of a failure. */
  readonly error?: AssignmentError;
}
