import type { ContentTypeCapabilities } from '../../domain/platform';
import type { AssignmentRun } from '../../domain/workflowContract';
import type { ChannelAccess } from '../../channels/channelAccess';
import type { SentSource, StoredProbe } from '../../models/assignments/Upload';
import type { TransferSubject } from '../../models/publishing/TransferSlot';
import type { Platform } from '../../platforms/Platform';
import type { Publisher } from '../../platforms/Publisher';
import type { ActivityDeps } from '../deps';
import type { MediaOrigin } from '../source/MediaOrigin';
import type { Heartbeat } from '../heartbeat';
import type { TaskLimits } from './taskLimits';

/** The context of one medium's transfer, which its steps share. */
export interface Transfer {
  deps: ActivityDeps;
  run: AssignmentRun;
  heartbeat: Heartbeat;
  assignment: TransferSubject;
  platform: Platform;
  publisher: Publisher;
  type: ContentTypeCapabilities;
  access: ChannelAccess;
  origin: MediaOrigin;
  /** Of a transfer inside a workflow task. */
  limits?: TaskLimits;
  /** The place of the medium in the assignment, from 0. */
  item: number;
  /** The findings of an earlier try's probe, if it had to read the source for them. */
  probed: StoredProbe | null;
  /** Aborts with the reason when the transfer is to end: cancellation, shutdown, a stall. */
  controller: AbortController;
}

/** A medium that its platform has whole. */
export interface UploadedObject {
  /** The platform's id of the object. */
  objectId: string;
  /** The identity of the source that was sent; null: the row of its session has it. */
  source: SentSource | null;
  /** A session leads to the object, too. */
  hasSession: boolean;
}
