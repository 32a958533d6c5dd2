import { webPage } from './mediaType';
import { mediaFormatsOf, mediaKindOf, mediaLimitsOf } from './platform';
import { withArticle } from './text';
import type { ContentTypeCapabilities } from './platform';

/** Properties of a medium, as its bytes say. A value that its file does not have, or that its kind cannot have, is null. */
export interface MediaFacts {
  /** MIME type of the container, or of the image. */
  format: string;
  /** From the first moment to the last, in seconds; of a video. */
  durationSeconds: number | null;
  /** As it is shown, in pixels: with its rotation. */
  width: number | null;
  height: number | null;
  /** Clockwise: how far a player turns the stored pictures. */
  rotationDegrees: number | null;
  /** Pictures a second, on an average. */
  frameRate: number | null;
  /** As the registry of WebCodecs names them: `avc`, `hevc`, `vp9`, `aac`, `opus`. */
  videoCodec: string | null;
  audioCodec: string | null;
}

/**
 * The faults of a medium by the limits of the content type, each with the field, its value and the limit. An unknown
 * value is no fault. A duration counts in whole seconds, rounded in favour of the film: one that was cut at 60 s is often
 * some pictures longer, and one at 3 s shorter.
 */
export function mediaFaults(
  { format, durationSeconds }: MediaFacts,
  type: Pick<ContentTypeCapabilities, 'media' | 'slug'>,
): string[] {
  if (durationSeconds === null) return [];
  const { maxDurationSeconds } = mediaLimitsOf(type, format);
  const kind = mediaKindOf(type, format);
  const { minDurationSeconds = 0 } = (kind && type.media[kind]) ?? {};
  const found = `durationSeconds is ${durationSeconds}; ${withArticle(type.slug)}`;
  if (Math.ceil(durationSeconds) < minDurationSeconds) return [`${found} needs at least ${minDurationSeconds}`];
  const isTooLong = maxDurationSeconds !== null && Math.floor(durationSeconds) > maxDurationSeconds;
  return isTooLong ? [`${found} may have at most ${maxDurationSeconds}`] : [];
}

/** The fault of a medium whose format is none that the content type takes, and what its sender is to do. */
export function formatFault(
  format: string | null,
  type: Pick<ContentTypeCapabilities, 'media' | 'slug'>,
): { seen: string; todo: string } {
  const found = format === webPage ? `that of a web page (${webPage})` : (format ?? 'not known');
  return {
    seen: `format is ${found}; ${withArticle(type.slug)} needs ${mediaFormatsOf(type).join(' or ')}`,
    todo:
      format === webPage ? 'Give the address of the file itself, not of a page that shows it' : 'Send a file that fits',
  };
}

/** Whether facts are needed to judge a medium of this MIME type: there is a limit that its size does not tell. */
export function needsFacts(type: Pick<ContentTypeCapabilities, 'media'>, contentType: string): boolean {
  return mediaLimitsOf(type, contentType).maxDurationSeconds !== null;
}
