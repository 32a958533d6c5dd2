/**
 * The media types that the service knows. All other code asks here, so that a type has one name in all of its answers.
 * Names: the registry of IANA, and RFC 2046 §3 for the kinds.
 */

/** A kind of media, as the first half of its MIME type. */
export const mediaKinds = ['video', 'image'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Pictures that platforms take. */
export const jpeg = 'image/jpeg';
export const png = 'image/png';
/** Pictures that platforms show, too. */
export const webp = 'image/webp';
export const gif = 'image/gif';
/** Formats of captions: WebVTT, and SubRip, which the registry does not have. */
export const webVtt = 'text/vtt';
export const subRip = 'application/x-subrip';
export const captionTypes: readonly string[] = [webVtt, subRip];
/** The example of the documentation, and the type taken for a file of unknown type. */
export const mp4 = 'video/mp4';
/** Containers of videos in which pictures are searched for (`lib/media/picturesIn.ts`). */
export const avi = 'video/vnd.avi';
export const flashVideo = 'video/x-flv';
export const programStream = 'video/mp2p';
export const systemStream = 'video/mp1s';
export const transportStream = 'video/mp2t';
/** Served in place of media where a page shows them. */
export const webPage = 'text/html';

/** Names that programs send for types which the registry has under other names. */
const otherNames: Readonly<Record<string, string>> = {
  'image/jpg': jpeg,
  'image/pjpeg': jpeg,
  // Containers of videos that are registered as applications.
  'application/mxf': 'video/mxf',
  'application/vnd.ms-asf': 'video/x-ms-asf',
  'application/ogg': 'video/ogg',
  'application/vnd.rn-realmedia': 'video/vnd.rn-realmedia',
  'text/srt': subRip,
};

/** The pattern of parameters behind a type, on one line (RFC 9110 §8.3.1). */
export const mediaParametersForm = String.raw`(?:[ \t]*;[^\u0000-\u0008\u000a-\u001f\u007f-\u009f]*)?`;
/** The pattern behind the kind: the subtype, and parameters. */
export const mediaSubtypeForm = String.raw`[\w!#$&^.+-]+${mediaParametersForm}`;

/** The media type that a text names, in lower case and without parameters (contract.md §3); null for a text that names none. */
export function readMediaType(text: string): string | null {
  const [essence = ''] = text.split(';');
  const name = essence.trim().toLowerCase();
  if (!mediaTypeForm.test(name)) return null;
  return otherNames[name] ?? name;
}

/** All names of a media type, its own first. */
export function namesOf(type: string): string[] {
  return [type, ...Object.keys(otherNames).filter((name) => otherNames[name] === type)];
}

/** `type/subtype` of RFC 9110 §8.3.1, in tokens of its §5.6.2. */
const mediaTypeForm = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** The kind of media that a media type is of; undefined for a text that names no media. */
export function mediaKindIn(text: string): MediaKind | undefined {
  const name = readMediaType(text);
  return mediaKinds.find((kind) => name?.startsWith(`${kind}/`));
}

/** Every type of a kind, for people and for answers: `video/*`. */
export function everyTypeOf(kind: MediaKind): string {
  return `${kind}/*`;
}

/** Whether a media type matches a pattern: `video/*`, or one type. */
export function isTypeOf(pattern: string, text: string): boolean {
  const kind = mediaKindIn(text);
  return kind !== undefined && (pattern === everyTypeOf(kind) || pattern === readMediaType(text));
}
