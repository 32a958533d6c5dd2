import { readMediaType, webPage } from './mediaType';
import { mediaFormatsOf, mediaKindOf, mediaLimitsOf } from './platform';
import { withArticle } from './payload/text';
import type { ContentTypeCapabilities, Recommendations } from './platform';

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
  /** Whether a video has a track of pictures; null: its file does not tell, or it is no video. */
  hasPictures: boolean | null;
}

/** The facts of a file of which the format alone is known. */
export function onlyFormat(format: string): MediaFacts {
  return {
    format,
    durationSeconds: null,
    width: null,
    height: null,
    rotationDegrees: null,
    frameRate: null,
    videoCodec: null,
    audioCodec: null,
    hasPictures: null,
  };
}

/**
 * The faults of a medium by the limits of the content type, each with the field, its value and the limit. An unknown
 * value is no fault. A duration counts in whole seconds, rounded in favour of the film: a film cut at 60 s is often
 * some pictures longer, and a film cut at 3 s is often some pictures shorter.
 */
export function mediaFaults(
  { format, durationSeconds, hasPictures }: MediaFacts,
  type: Pick<ContentTypeCapabilities, 'media' | 'slug'>,
): string[] {
  if (hasPictures === false)
    return [`video track is missing; ${withArticle(type.slug)} needs one, and not sound alone`];
  if (durationSeconds === null) return [];
  const { maxDurationSeconds } = mediaLimitsOf(type, format);
  const kind = mediaKindOf(type, format);
  const { minDurationSeconds = 0 } = (kind && type.media[kind]) ?? {};
  const found = `durationSeconds is ${durationSeconds}; ${withArticle(type.slug)}`;
  if (Math.ceil(durationSeconds) < minDurationSeconds) return [`${found} needs at least ${minDurationSeconds}`];
  const isTooLong = maxDurationSeconds !== null && Math.floor(durationSeconds) > maxDurationSeconds;
  return isTooLong ? [`${found} may have at most ${maxDurationSeconds}`] : [];
}

/** Cameras round: 1080 × 1918 is 9:16, too. */
const aspectTolerance = 0.01;

/**
 * The properties of a medium that are not as the platform recommends them for the content type, each with its value. They
 * are no faults. An unknown value fits.
 */
export function mediaAdvice(facts: MediaFacts, type: Pick<ContentTypeCapabilities, 'media' | 'slug'>): string[] {
  const kind = mediaKindOf(type, facts.format);
  const recommended = kind && type.media[kind]?.recommended;
  if (!recommended) return [];
  const best = `${withArticle(type.slug)} is best with`;
  return [...sizeAdvice(facts, recommended, best), ...rateAdvice(facts, recommended, best)];
}

function sizeAdvice({ width, height }: MediaFacts, recommended: Recommendations, best: string): string[] {
  if (width === null || height === null) return [];
  const { aspect, minWidth = 0, minHeight = 0 } = recommended;
  const shape = width / height;
  const isOfShape = shape >= aspect.min - aspectTolerance && shape <= aspect.max + aspectTolerance;
  const isLarge = width >= minWidth && height >= minHeight;
  const wanted = [...(isOfShape ? [] : [aspect.words]), ...(isLarge ? [] : [`at least ${minWidth} × ${minHeight}`])];
  return wanted.map((words) => `width and height are ${width} × ${height}; ${best} ${words}`);
}

/** Cameras round: 23.976 pictures a second are 24. */
function rateAdvice({ frameRate }: MediaFacts, recommended: Recommendations, best: string): string[] {
  const { minFrameRate = 0, maxFrameRate = Infinity } = recommended;
  if (frameRate === null) return [];
  const rate = Math.round(frameRate);
  if (rate >= minFrameRate && rate <= maxFrameRate) return [];
  return [`frameRate is ${frameRate}; ${best} ${minFrameRate} to ${maxFrameRate}`];
}

/** The fault of a medium whose format the content type does not take, and the next step of its sender. */
export function formatFault(
  format: string | null,
  type: Pick<ContentTypeCapabilities, 'media' | 'slug'>,
): { seen: string; todo: string } {
  return {
    seen: `format is ${nameOf(format)}; ${withArticle(type.slug)} needs ${mediaFormatsOf(type).join(' or ')}`,
    todo:
      format === webPage ? 'Give the address of the file itself, not of a page that shows it' : 'Send a file that fits',
  };
}

function nameOf(format: string | null): string {
  return format === webPage ? `that of a web page (${webPage})` : (format ?? 'not known');
}

/** Limits of a file beside a post: a picture, or what `noun` says. */
export interface ImageLimits {
  readonly noun?: string;
  readonly maxFileSizeBytes: number;
  /** MIME types, in lower case. */
  readonly formats: readonly string[];
}

/** The fault of a picture of this format beside a post; undefined: it fits. */
export function pictureFormatFault(format: string | null, { formats }: ImageLimits): string | undefined {
  if (format !== null && formats.includes(readMediaType(format) ?? '')) return undefined;
  return `format is ${nameOf(format)}; must be ${formats.join(' or ')}`;
}

/** The fault of a picture of this size beside a post; undefined: it fits. */
export function pictureSizeFault(sizeBytes: number, { maxFileSizeBytes }: ImageLimits): string | undefined {
  return sizeBytes <= maxFileSizeBytes ? undefined : `has ${sizeBytes} bytes; may have at most ${maxFileSizeBytes}`;
}

/** Whether facts are needed to judge a medium of this MIME type: first bytes tell nothing of the tracks of a video. */
export function needsFacts(type: Pick<ContentTypeCapabilities, 'media'>, contentType: string): boolean {
  return mediaKindOf(type, contentType) === 'video';
}

/** The fault of a medium that is too large for the type; undefined: its size is unknown, or fits. */
export function sizeFault(
  { format, sizeBytes }: { format: string | null; sizeBytes: number | null },
  type: Pick<ContentTypeCapabilities, 'media' | 'slug'>,
): string | undefined {
  const { maxFileSizeBytes: most } = mediaLimitsOf(type, format);
  if (sizeBytes === null || most === null || sizeBytes <= most) return undefined;
  return `has ${sizeBytes} bytes; the type ${type.slug} takes at most ${most}`;
}
