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
  | { kind: 'unread'; isFinal: boolean; isOfHost: boolean };

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
    const { isFinal, isOfHost } = meaningOf(error);
    const about = post ? { assignmentId: id } : { connectionId };
    deps.logger.info({ err: error, ...about, source: kind }, 'a picture could not be read');
    return { kind: 'unread', isFinal: isFinal && kind === 'own', isOfHost };
  }
}

async function readWhole(
  deps: PictureDeps,
  id: string,
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  await withFile(deps, id, { limits: pictureLimits, url }, signal, async ({ body }: Picture) => {
    for await (const chunk of body) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
    }
  });
  const file = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}

/** An error that tells nothing of the source puts off this picture alone. */
function meaningOf(error: unknown): { isFinal: boolean; isOfHost: boolean } {
  if (error instanceof UnreadablePicture) return { isFinal: true, isOfHost: false };
  if (error instanceof PublishFailure) return { isFinal: !error.transient, isOfHost: error.transient };
  return { isFinal: false, isOfHost: error instanceof DOMException && error.name === 'TimeoutError' };
}
