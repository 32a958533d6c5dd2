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
  /** The state of a channel without a grant. */
  readonly tokenStatus: 'expired' | 'missing';
  /** Days without a snapshot are gaps. */
  readonly snapshots: readonly { readonly day: string; readonly subscribers: number; readonly totalViews: number }[];
  /** The connection that there is; absent: it is made. */
  readonly connectionId?: string;
  /** The picture of the channel in the sandbox. */
  readonly emblem?: string;
  /** The access that the sandbox has given (`onSandbox.ts`). */
  readonly grant?: PastGrant;
}

export interface PastGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tokenExpiresAt: Date;
  readonly thumbnailUrl: string;
}

export interface PastAssignment {
  /** The place of its channel in `channels`. */
  readonly channel: number;
  readonly type: ContentType;
  readonly payload: Payload;
  readonly mediaUrl?: string | null;
  readonly mediaContentType?: string | null;
  /** The pictures that the sandbox shows for it. */
  readonly pictures?: readonly string[];
  readonly createdAt: Date;
  readonly scheduledAt: Date | null;
  /** All that followed, in order; `pending` is a retry. */
  readonly steps: readonly PastStep[];
  /** The post in the sandbox (`onSandbox.ts`); absent: its platform does not know it. */
  readonly post?: { readonly id: string; readonly url: string };
}

export interface PastStep {
  readonly to: AssignmentStatus;
  readonly at: Date;
  /** Of a failure. */
  readonly error?: AssignmentError;
}

/** When a post went live; undefined: it is not live. */
export function publishedAtOf({ steps }: Pick<PastAssignment, 'steps'>): Date | undefined {
  const last = steps.at(-1);
  return last?.to === 'published' ? last.at : undefined;
}
