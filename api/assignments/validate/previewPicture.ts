import { arrayBuffer } from 'node:stream/consumers';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { pictureLimits } from '../../../domain/pictures/picture';
import { LimitReached } from '../../../lib/KeyedLimiter';
import { withPictureAt, withStoredPicture } from '../../../lib/media/picture';
import type { Picture } from '../../../lib/media/picture';
import { Unreadable } from '../../../lib/media/MediaSource';
import { UnreadablePicture } from '../../../lib/pictures/pictureMaker';
import { withTimeLimit } from '../../../lib/timeLimit';
import type { Tenant } from '../../../models/database/Tenant';
import type { AssignmentDeps } from '../deps';
import { reachOf, uploadAt } from '../mediaReach';
import type { CreateAssignmentInput } from '../schema';

/** The patience with the source of a picture, and with its making. A caller waits. */
const pictureMs = 10_000;
const silenceMs = 5_000;
/** A request holds the whole file for a moment. */
const limits = { ...pictureLimits, maxFileSizeBytes: 33_554_432 };

/**
 * A small JPEG of the picture at an address: of a public host, or of an upload of the workspace. Null for a file that is no picture, or
 * cannot be read within the limits. Takes a turn of the workspace's validations.
 */
export async function previewPicture(
  deps: AssignmentDeps,
  { tenant, url, request }: { tenant: Tenant; url: string; request: CreateAssignmentInput },
  signal: AbortSignal = new AbortController().signal,
): Promise<Uint8Array | null> {
  const upload = uploadAt(url, await reachOf(deps, tenant, request));
  const read = async (limited: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
    const time = { signal: limited, silenceMs };
    if (!upload) return withPictureAt(deps.safeFetch, url, limits, time, whole);
    const { id, mediaSizeBytes: sizeBytes } = upload;
    return withStoredPicture(deps.mediaStore, { id, sizeBytes }, limits, time, whole);
  };
  try {
    return await deps.looks.run(
      tenant.workspaceId,
      async () =>
        withTimeLimit(signal, pictureMs, async (limited) => deps.pictureMaker.make(await read(limited), limited)),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (isOfSource(error)) return null;
    throw error;
  }
}

async function whole({ body }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await arrayBuffer(body));
}

/** The source has no picture for us, or not in time. */
function isOfSource(error: unknown): boolean {
  const kinds = [PublishFailure, Unreadable, UnreadablePicture, LimitReached];
  return (
    kinds.some((kind) => error instanceof kind) || (error instanceof DOMException && error.name === 'TimeoutError')
  );
}
