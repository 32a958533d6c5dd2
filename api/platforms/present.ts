import { everyTypeOf } from '../../domain/mediaType';
import type { MediaKind } from '../../domain/mediaType';
import { mediaKindsOf, mediaLimitsOf } from '../../domain/platform';
import type { ContentTypeCapabilities, MediaRules } from '../../domain/platform';
import type { PayloadField } from '../../domain/payload/payload';
import type { Platform } from '../../platforms/Platform';
import type { Capabilities, PlatformList } from './schema';

export function presentPlatforms(platforms: Iterable<Platform>): PlatformList {
  return {
    items: Array.from(platforms, ({ slug, name, publishers, permissions, terms, accountLogin }) => ({
      slug,
      name,
      contentTypes: [...publishers.keys()],
      features: permissions.features.map((feature) => feature.name),
      hasCapabilities: true,
      hasAccountPage: accountLogin !== undefined,
      terms: { notice: terms.notice, links: [...terms.links] },
    })),
  };
}

export function presentCapabilities({ slug, publishers }: Platform): Capabilities {
  return {
    platform: slug,
    contentTypes: Array.from(publishers.values(), ({ capabilities }) => presentContentType(capabilities)),
  };
}

/** A content type. The contract's limit is the largest of its kinds of media; `media` has the limit of each kind. */
function presentContentType(type: ContentTypeCapabilities) {
  return {
    slug: type.slug,
    name: type.name,
    ...mediaLimitsOf(type, null),
    media: Object.fromEntries(mediaKindsOf(type).map((kind) => [kind, presentMedia(kind, type.media[kind])])),
    payloadFields: type.payloadFields.map(presentField),
    removal: [...type.removal],
  };
}

function presentMedia(kind: MediaKind, rules: MediaRules | undefined) {
  return {
    maxFileSizeBytes: rules?.maxFileSizeBytes ?? null,
    maxDurationSeconds: rules?.maxDurationSeconds ?? null,
    contentTypes: [...(rules?.formats ?? [everyTypeOf(kind)])],
  };
}

/** The values of a field without declarations. */
const undeclared = {
  maxLength: null,
  maxBytes: null,
  isMultiline: false,
  editableAfterPublish: false,
  format: null,
  pattern: null,
  patternFault: null,
  minItems: null,
  maxItems: null,
  maxTotalLength: null,
} as const;

function presentField({ default: value, options, ...declared }: PayloadField) {
  return {
    ...undeclared,
    needsVisible: declared.required && declared.type === 'string',
    ...declared,
    default: presentDefault(value),
    options: options ? [...options] : null,
  };
}

function presentDefault(value: PayloadField['default']) {
  if (value === undefined) return null;
  return typeof value === 'object' ? [...value] : value;
}
