import type { MediaProbe } from '../../lib/media/probe';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import type { SafeFetch } from '../../lib/safeFetch/safeFetch';
import type { PictureMaker } from '../../lib/pictures/pictureMaker';
import type { KeyedLimiter } from '../../lib/KeyedLimiter';
import type { FindRun } from '../../outbox/findRun';
import type { BaseDeps } from '../deps';
import type { KnownChannels } from './knownChannels';
import type { EventStreams } from './watch/watching';

export interface AssignmentDeps extends BaseDeps {
  /** Tells which run publishes an assignment. */
  findRun: FindRun;
  /** The channels for which an assignment is written without a look at them before. */
  knownChannels: KnownChannels;
  /** The event streams, which send clients the changes of assignments. */
  watching: EventStreams;
  /** The way to addresses that callers name. */
  safeFetch: SafeFetch;
  /** Looks into media: their format, size and duration. */
  mediaProbe: MediaProbe;
  /** Makes small pictures of posts for callers who want to see them before. */
  pictureMaker: PictureMaker;
  /** The turns in which media are inspected for callers who validate. */
  looks: KeyedLimiter;
  /** The turns in which the hosts of pictures are asked. */
  hostTurns: KeyedLimiter;
  /** The files of upload sessions. */
  mediaStore: MediaStore;
}
