import type { ContentType } from './assignment';
import { everyTypeOf, mediaKindIn, mediaKinds, readMediaType } from './mediaType';
import type { MediaKind } from './mediaType';
import type { FieldErrors, Payload, PayloadField } from './payload/payload';
import type { FeatureName } from './consent/feature';

/** Every platform of the contract. Which of them a build can publish to, says `platforms/index.ts`. */
export const platformSlugs = ['youtube', 'facebook'] as const;
export type PlatformSlug = (typeof platformSlugs)[number];

/** The most that a platform takes of one medium; null: no limit. */
export interface MediaLimits {
  readonly maxFileSizeBytes: number | null;
  readonly maxDurationSeconds: number | null;
}

/** Properties of the media with which a platform shows a post at its best. They are no limits: it takes other media, too. */
export interface Recommendations {
  /** Width by height, as the media are shown. */
  readonly aspect: { readonly min: number; readonly max: number; readonly words: string };
  /** In pixels. */
  readonly minWidth?: number;
  readonly minHeight?: number;
  /** In pictures a second. */
  readonly minFrameRate?: number;
  readonly maxFrameRate?: number;
}

/** Limits of a platform for one kind of media. */
export interface MediaRules extends MediaLimits {
  /** The MIME types that fit, in lower case; absent: all of the kind. */
  readonly formats?: readonly string[];
  /** Absent: a video may be as short as it is. */
  readonly minDurationSeconds?: number;
  /** Absent: the platform recommends nothing. */
  readonly recommended?: Recommendations;
}

/** How a public post is taken down: deleted for good, or hidden from everybody but its channel (contract.md §2). */
export const removalModes = ['delete', 'private'] as const;
export type RemovalMode = (typeof removalModes)[number];

/** A payload field that asks for an extra, or for a list of them. */
export interface ExtraField {
  readonly field: string;
  /** The feature that the owner of the channel has to allow; absent: none. */
  readonly feature?: FeatureName;
}

/** Limits and fields of one content type of a platform: the data behind the capabilities endpoint and payload validation. */
export interface ContentTypeCapabilities {
  readonly slug: ContentType;
  readonly name: string;
  /** The kinds of media that fit, each with its own limits; empty for posts without media. */
  readonly media: Partial<Readonly<Record<MediaKind, MediaRules>>>;
  readonly payloadFields: readonly PayloadField[];
  /** The faults of fields that do not go together, in a payload whose fields are right; absent: all go together. Pure. */
  faultsOf?(payload: Payload): FieldErrors;
  /** The fields of extras: additions that are no condition of the post (contract.md §2); absent: none. */
  readonly extras?: readonly ExtraField[];
  /** The ways in which a public post of the type can be taken down; empty where the platform lets nobody do it. */
  readonly removal: readonly RemovalMode[];
}

/** The kinds of media that fit the type. */
export function mediaKindsOf({ media }: Pick<ContentTypeCapabilities, 'media'>): MediaKind[] {
  return mediaKinds.filter((kind) => media[kind] !== undefined);
}

/** The kind of media that this MIME type is of, if the type takes it. */
export function mediaKindOf(type: Pick<ContentTypeCapabilities, 'media'>, contentType: string): MediaKind | undefined {
  const kind = mediaKindIn(contentType);
  const rules = kind && type.media[kind];
  if (!rules) return undefined;
  return rules.formats?.includes(readMediaType(contentType) ?? '') === false ? undefined : kind;
}

/** The name of a medium in a request, for messages: posts of several media have a list of addresses in their payload. */
export function mediumName({ payloadFields }: Pick<ContentTypeCapabilities, 'payloadFields'>, item: number): string {
  const list = mediaListOf({ payloadFields });
  return list ? `payload.${list.name}, item ${item + 1}` : 'mediaUrl';
}

/** The field that lists the media of a post of several. */
export function mediaListOf({
  payloadFields,
}: Pick<ContentTypeCapabilities, 'payloadFields'>): PayloadField | undefined {
  return payloadFields.find(({ items }) => items?.type === 'string' && items.format === 'url');
}

/** Media that fit the type, as MIME types for people: `video/*`, or the formats that its platform takes. */
export function mediaFormatsOf(type: Pick<ContentTypeCapabilities, 'media'>): string[] {
  return mediaKindsOf(type).flatMap((kind) => type.media[kind]?.formats ?? [everyTypeOf(kind)]);
}

/**
 * The most that one medium of the type may have: one of this MIME type or, where that is not known or does not fit, one of
 * whatever kind.
 */
export function mediaLimitsOf(type: Pick<ContentTypeCapabilities, 'media'>, contentType: string | null): MediaLimits {
  const kind = contentType === null ? undefined : mediaKindOf(type, contentType);
  const limits = (kind ? [kind] : mediaKindsOf(type)).flatMap((fitting) => type.media[fitting] ?? []);
  return {
    maxFileSizeBytes: largest(limits.map(({ maxFileSizeBytes }) => maxFileSizeBytes)),
    // Only a video has a duration.
    maxDurationSeconds: largest(limits.flatMap(({ maxDurationSeconds }) => maxDurationSeconds ?? [])),
  };
}

/** Null: one of them has no limit, or there are none. */
function largest(limits: readonly (number | null)[]): number | null {
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 || known.length < limits.length ? null : Math.max(...known);
}
