import { mediaLimitsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
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

/** The contract has one limit for a type: where its kinds of media differ, the largest of theirs. */
function presentContentType(type: ContentTypeCapabilities) {
  return {
    slug: type.slug,
    name: type.name,
    ...mediaLimitsOf(type, null),
    payloadFields: type.payloadFields.map(presentField),
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
    isMultiline: field.isMultiline ?? false,
    format: field.format ?? null,
    minItems: field.minItems ?? null,
    maxItems: field.maxItems ?? null,
    description: field.description,
  };
}

function presentDefault(value: PayloadField['default']) {
  if (value === undefined) return null;
  return typeof value === 'object' ? [...value] : value;
}
