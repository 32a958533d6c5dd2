import { everyTypeOf } from '../../domain/mediaType';
import type { MediaKind } from '../../domain/mediaType';
import { mediaKindsOf, mediaLimitsOf } from '../../domain/platform';
import type { ContentTypeCapabilities, MediaRules } from '../../domain/platform';
import type { PayloadField } from '../../domain/payload';
import type { Platform } from '../../platforms/Platform';
import type { Capabilities, PlatformList } from './schema';

export function presentPlatforms(platforms: Iterable<Platform>): PlatformList {
  return {
    items: Array.from(platforms, ({ slug, name, publishers }) => ({
      slug,
      name,
      contentTypes: [...publishers.keys()],
      hasCapabilities: true,
    })),
  };
}

export function presentCapabilities({ slug, publishers }: Platform): Capabilities {
  return {
    platform: slug,
    contentTypes: Array.from(publishers.values(), ({ capabilities }) => presentContentType(capabilities)),
  };
}

/** The contract has one limit for a type: where its kinds of media differ, the largest of theirs. `media` has each kind's own. */
function presentContentType(type: ContentTypeCapabilities) {
  return {
    slug: type.slug,
    name: type.name,
    ...mediaLimitsOf(type, null),
    media: Object.fromEntries(mediaKindsOf(type).map((kind) => [kind, presentMedia(kind, type.media[kind])])),
    payloadFields: type.payloadFields.map(presentField),
  };
}

function presentMedia(kind: MediaKind, rules: MediaRules | undefined) {
  return {
    maxFileSizeBytes: rules?.maxFileSizeBytes ?? null,
    maxDurationSeconds: rules?.maxDurationSeconds ?? null,
    contentTypes: [...(rules?.formats ?? [everyTypeOf(kind)])],
  };
}

function presentField(field: PayloadField) {
  return {
    name: field.name,
    label: field.label,
    type: field.type,
    required: field.required,
    default: presentDefault(field.default),
    options: field.options ? [...field.options] : null,
    maxLength: field.maxLength ?? null,
    maxBytes: field.maxBytes ?? null,
    needsVisible: field.needsVisible ?? (field.required && field.type === 'string'),
    isMultiline: field.isMultiline ?? false,
    format: field.format ?? null,
    pattern: field.pattern ?? null,
    patternFault: field.patternFault ?? null,
    minItems: field.minItems ?? null,
    maxItems: field.maxItems ?? null,
    maxTotalLength: field.maxTotalLength ?? null,
    description: field.description,
  };
}

function presentDefault(value: PayloadField['default']) {
  if (value === undefined) return null;
  return typeof value === 'object' ? [...value] : value;
}
