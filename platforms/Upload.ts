import type { Cost } from '../domain/cost';
import type { Payload } from '../domain/payload/payload';
import type { Call } from './Call';

export interface MediaDescription {
  contentType: string;
  /** Null when the source does not say; an adapter that needs the size fails with `MEDIA_INVALID`. */
  sizeBytes: number | null;
}

export interface MediaPart extends MediaDescription {
  /** First byte of `body` within the whole. */
  offset: number;
  /** The bytes, read under the signal of the call, so that an abort ends the read, too. */
  body: AsyncIterable<Uint8Array>;
}

/** An upload by sessions. A session makes at most one object: the fence against a second (platforms/README.md). */
export interface ResumableUpload {
  readonly kind: 'resumable';
  /** True: the object of a session has the payload that the session was opened with, and nothing is left to stage. */
  readonly carriesPayload: boolean;
  /** The units that `open` takes from the daily quota; absent: none. */
  readonly openCost?: Cost;
  /** Opens a session for an object that is not public. Nothing exists on the channel until the last byte has arrived. */
  open(call: Call, payload: Payload, media: MediaDescription): Promise<string>;
  /** Asks for the progress of a session. Read-only. */
  ask(call: Call, session: string, sizeBytes: number | null): Promise<UploadState>;
  /** Sends everything from `offset` on as one stream, with backpressure. */
  send(call: Call, session: string, part: MediaPart): Promise<UploadState>;
}

/** One medium of a post. */
export interface PlaceInPost {
  readonly payload: Payload;
  /** From 0. */
  readonly item: number;
}

/** One request takes the whole object. A lost answer leaves a private object. */
export interface DirectUpload {
  readonly kind: 'direct';
  /**
   * @param of the post and the place of the medium in the post, for what a platform takes with the medium; left out: nothing is
   * @returns the id of the object
   */
  put(call: Call, media: MediaPart, of?: PlaceInPost): Promise<string>;
}

/** The uploads of a kind of post with a photo or a video, in different ways. The first bytes of the media decide. */
export interface UploadByMedia {
  readonly kind: 'byMedia';
  readonly image: DirectUpload;
  readonly video: ResumableUpload;
}

export type UploadState =
  | { kind: 'open'; nextOffset: number }
  | { kind: 'complete'; objectId: string }
  /** The platform knows the session no more. */
  | { kind: 'gone' }
  /** The platform does not find the object of the session, but may have the object all the same (domain/absence.ts). */
  | { kind: 'absent' };
