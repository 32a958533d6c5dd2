import { everyTypeOf } from '../../domain/mediaType';
import type { MediaKind } from '../../domain/mediaType';
import { mediaKindsOf, mediaLimitsOf } from '../../domain/platform';
import type { ContentTypeCapabilities, MediaRules } from '../../domain/platform';
import type { PayloadField, PayloadItem, PayloadPart } from '../../domain/payload/payload';
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

function presentField(field: PayloadField) {
  const { type, minItems = null, maxItems = null, maxTotalLength = null, items } = field;
  const { atMostAsManyAs = null, pickedFrom = null } = field;
  const { editableAfterPublish = false, fixedWithUpload = false } = field;
  return {
    type,
    ...presentDescription(field),
    default: presentDefault(field.default),
    pickedFrom,
    items: items ? presentItem(items) : null,
    minItems,
    maxItems,
    maxTotalLength,
    atMostAsManyAs,
    editableAfterPublish,
    fixedWithUpload,
  };
}

function presentItem(item: PayloadItem) {
  const { type, fields, hasOneField = false } = item;
  return { type, ...presentDescription(item), fields: fields ? fields.map(presentPart) : null, hasOneField };
}

function presentPart(part: PayloadPart) {
  return { type: part.type, ...presentDescription(part) };
}

/** What describes a value, wherever it stands; null where nothing is declared. */
function presentDescription(described: PayloadField | PayloadItem | PayloadPart) {
  const { name, label, type, required, options, description } = described;
  const { maxLength = null, maxBytes = null, format = null, pattern = null, patternFault = null } = described;
  const { needsVisible = required && type === 'string', isMultiline = false, takesUpload = false } = described;
  const limits = { maxLength, maxBytes, needsVisible, isMultiline, format, takesUpload, pattern, patternFault };
  return { name, label, required, options: options ? [...options] : null, ...limits, description };
}

function presentDefault(value: PayloadField['default']) {
  if (value === undefined) return null;
  return typeof value === 'object' ? [...value] : value;
}
