import type { MediaSource } from '../../lib/media/MediaSource';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import type { OpenSource, Unspliceable } from './openSource';

/** Where a medium is read: at an address that its caller has named, or in the file of an upload session. */
export interface MediaOrigin {
  /** Opens the medium at its first byte. @throws PublishFailure */
  open(signal: AbortSignal): Promise<OpenSource>;
  /** Opens it at `offset`, if it is provably what it was when `known` was read. @throws PublishFailure */
  openAt(offset: number, known: SourceIdentity, signal: AbortSignal): Promise<OpenSource | Unspliceable>;
  /** What identifies it now. @throws PublishFailure */
  look(signal: AbortSignal): Promise<SourceIdentity>;
  /** Its parts, as the probe reads them. */
  parts(known: SourceIdentity & { sizeBytes: number }): MediaSource;
}
