import { arrayBuffer } from 'node:stream/consumers';
import { withFile } from '../../channels/extras/withFile';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { pictureLimits } from '../../domain/pictures/picture';
import type { Picture } from '../../lib/media/picture';
import { UnreadablePicture } from '../../lib/pictures/pictureMaker';
import { withTimeLimit } from '../../lib/timeLimit';
import type { DuePicture } from '../../models/pictures/picturesDue';
import type { PictureDeps, PictureSource } from './pictureSources';

/** The time for all bytes of a picture. */
const readMs = 15_000;

type ReadPicture =
  | { kind: 'picture'; jpeg: Uint8Array }
  /** `isFinal`: the source is no picture. `isOfHost`: its host may fail with other pictures, too. */
  | { kind: 'unread'; isFinal: boolean; isOfHost: boolean }
  /** The error tells nothing of the source: it may be ours. */
  | { kind: 'fault' };

/** Reads a picture from its source, and makes it small. What a platform does not show now, it may show soon. */
export async function readSource(
  deps: PictureDeps,
  { id, connectionId, post }: DuePicture,
  { kind, url }: Extract<PictureSource, { url: string }>,
  signal: AbortSignal,
): Promise<ReadPicture> {
  try {
    const file = await withTimeLimit(signal, readMs, async (limited) => readWhole(deps, id, url, limited));
    return { kind: 'picture', jpeg: await deps.pictureMaker.make(file, signal) };
  } catch (error) {
    signal.throwIfAborted();
    const about = { err: error, ...(post ? { assignmentId: id } : { connectionId }), source: kind };
    const meaning = meaningOf(error);
    if (!meaning) {
      deps.logger.error(about, 'a picture was not read for a reason of our own');
      return { kind: 'fault' };
    }
    deps.logger.info(about, 'a picture could not be read');
    return { kind: 'unread', isFinal: meaning.isFinal && kind === 'own', isOfHost: meaning.isOfHost };
  }
}

async function readWhole(
  deps: PictureDeps,
  id: string,
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let file = new Uint8Array();
  await withFile(deps, id, { limits: pictureLimits, url }, signal, async ({ body }: Picture) => {
    file = new Uint8Array(await arrayBuffer(body));
  });
  return file;
}

/** What an error tells of the source; null: nothing. */
function meaningOf(error: unknown): { isFinal: boolean; isOfHost: boolean } | null {
  if (error instanceof UnreadablePicture) return { isFinal: true, isOfHost: false };
  if (error instanceof PublishFailure) return { isFinal: !error.transient, isOfHost: error.transient };
  if (error instanceof DOMException && error.name === 'TimeoutError') return { isFinal: false, isOfHost: true };
  return null;
}
