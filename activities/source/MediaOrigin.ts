import type { MediaSource } from '../../lib/media/MediaSource';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import type { OpenSource, Unspliceable } from './openSource';

/** The origin of a medium: the address that a caller has named, or the file of an upload session. */
export interface MediaOrigin {
  /** Opens the medium at its first byte. @throws PublishFailure */
  open(signal: AbortSignal): Promise<OpenSource>;
  /** Opens the medium at `offset`, if it is provably the same as when `known` was read. @throws PublishFailure */
  openAt(offset: number, known: SourceIdentity, signal: AbortSignal): Promise<OpenSource | Unspliceable>;
  /** Asks the origin for its identity now. @throws PublishFailure */
  look(signal: AbortSignal): Promise<SourceIdentity>;
  /** Its parts, as the probe reads them. */
  parts(known: SourceIdentity & { sizeBytes: number }): MediaSource;
}
