import type { FieldErrors, Payload } from '../../../domain/payload/payload';
import { mediaListOf } from '../../../domain/platform';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { withPictureAt, withStoredPicture } from '../../../lib/media/picture';
import type { Picture } from '../../../lib/media/picture';
import { makeReadable } from '../../../lib/media/sourceFaults';
import { Unreadable } from '../../../lib/media/MediaSource';
import { KeyedLimiter } from '../../../lib/KeyedLimiter';
import { withTimeLimit } from '../../../lib/timeLimit';
import type { Publisher } from '../../../platforms/Publisher';
import { filesOf, pictureOf } from '../filesOf';
import type { NamedPicture } from '../filesOf';
import { uploadAt } from '../mediaReach';
import type { MediaReach } from '../mediaReach';
import { lookAtMedia } from './validateMedia';
import type { MediaInspector, MediaInspection } from './validateMedia';
import type { MediaSeen } from './validateSchema';

/** The time for all files of a request together, which a single file may use up. */
const allMs = 15_000;
/** The files of a request that are inspected at the same time: each inspection may hold 8 MiB. */
const looksMax = 3;
const pictureMs = 5_000;
/** The requests of a process whose files are inspected at the same time: each may hold 32 MiB for a moment. */
const requestsAtOnce = { total: 10, perKey: 3, waiting: 50, waitMs: 15_000 };

/** The turns of the requests of a process. */
export function createLooks(): KeyedLimiter {
  return new KeyedLimiter(requestsAtOnce);
}

export interface FilesInspection {
  media?: MediaSeen;
  mediaItems?: MediaSeen[];
  warnings: FieldErrors;
}

/** The media of a request: `mediaUrl`, and a payload that fits its fields. */
interface RequestMedia {
  mediaUrl: string | null;
  payload: Payload;
  /** Ends when the caller has gone. */
  signal?: AbortSignal | undefined;
}

/**
 * Inspects files in the workspace's turn: the bytes of all inspections together have to fit into the process's memory.
 * @throws LimitReached
 */
export async function lookInTurn(
  eyes: MediaInspector & { looks: KeyedLimiter },
  publisher: Publisher,
  named: RequestMedia,
  reach: MediaReach,
): Promise<FilesInspection> {
  if (filesOf(publisher, named).length === 0) return { warnings: {} };
  return eyes.looks.run(eyes.workspaceId, async () => lookAtFiles(eyes, publisher, named, reach));
}

/** Inspects every file of a request, and names the files that publishing would fail with. Never throws for a source. */
async function lookAtFiles(
  eyes: MediaInspector,
  publisher: Publisher,
  { signal: given = new AbortController().signal, ...named }: RequestMedia,
  reach: MediaReach,
): Promise<FilesInspection> {
  return withTimeLimit(given, allMs, async (signal) => {
    const { capabilities } = publisher;
    const look = async (url: string) => lookAtMedia(eyes, uploadAt(url, reach) ?? url, capabilities, signal);
    const items = publisher.mediaUrls({ mediaUrl: null, payload: named.payload });
    const picture = pictureOf(publisher, named.payload);
    const [media, looks, ofPicture] = await Promise.all([
      named.mediaUrl === null ? undefined : look(named.mediaUrl),
      new KeyedLimiter({ perKey: looksMax }).map(items, look),
      picture && lookAtPicture(eyes, picture, reach, signal),
    ]);
    const warnings = { ...warningsOf(media), ...itemWarnings(publisher, looks), ...ofPicture };
    return {
      warnings,
      ...(media && { media: media.media }),
      ...(looks.length > 0 && { mediaItems: looks.map((one) => one.media) }),
    };
  });
}

function warningsOf(media: MediaInspection | undefined): FieldErrors {
  return media && media.warnings.length > 0 ? { mediaUrl: media.warnings } : {};
}

/** The warnings of list items under the field of the list, each with its place, in the form of a payload's errors. */
function itemWarnings({ capabilities }: Publisher, looks: readonly MediaInspection[]): FieldErrors {
  const field = mediaListOf(capabilities);
  const found = looks.flatMap(({ warnings }, index) => warnings.map((warning) => `item ${index + 1}: ${warning}`));
  return field && found.length > 0 ? { [`payload.${field.name}`]: found } : {};
}

async function lookAtPicture(
  { safeFetch, mediaStore }: MediaInspector,
  { field, url, limits }: NamedPicture,
  reach: MediaReach,
  signal: AbortSignal,
): Promise<FieldErrors> {
  const upload = uploadAt(url, reach);
  const judge = async (limited: AbortSignal): Promise<void> => {
    const time = { signal: limited, silenceMs: pictureMs };
    if (!upload) return withPictureAt(safeFetch, url, limits, time, readUnsized);
    const { id, mediaSizeBytes: sizeBytes } = upload;
    return withStoredPicture(mediaStore, { id, sizeBytes }, limits, time, readUnsized);
  };
  try {
    await withTimeLimit(signal, pictureMs, judge, tooSlow);
    return {};
  } catch (error) {
    if (!(error instanceof PublishFailure || error instanceof Unreadable)) throw error;
    return { [`payload.${field}`]: [error.message] };
  }
}

/** Where the source does not tell the size of a picture, only its bytes do. */
async function readUnsized({ sizeBytes, body }: Picture): Promise<void> {
  if (sizeBytes !== null) return;
  for await (const _ of body);
}

function tooSlow(): PublishFailure {
  const words = { seen: 'The host did not answer in time.', todo: makeReadable };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: true });
}
