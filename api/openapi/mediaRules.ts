import { mediaUrlTypes } from '../../domain/assignment';
import { mediaKinds, namesOf } from '../../domain/mediaType';
import { mediaFormatsOf, mediaKindsOf, mediaLimitsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { PlatformOffer } from '../../platforms';
import type { Schemas } from './types';

/**
 * Demands of a type on the other fields of the body that creates an assignment. Where platforms differ, the least
 * strict demand counts: the document does not know the connection.
 */
export function rulesOfTypes(offers: readonly PlatformOffer[]): Schemas[string][] {
  const types = offers.flatMap(({ contentTypes }) => contentTypes);
  return [...new Set(types.map(({ slug }) => slug))].map((slug) => {
    const offered = types.filter((type) => type.slug === slug);
    const properties = {
      ...(mediaUrlTypes.includes(slug) && { mediaUrl: { type: 'string' as const } }),
      ...mediaRulesOf(offered),
    };
    const isOther = { not: { required: ['type'], properties: { type: { const: slug } } } };
    return { anyOf: [isOther, { ...(mediaUrlTypes.includes(slug) && { required: ['mediaUrl'] }), properties }] };
  });
}

function mediaRulesOf(offered: readonly ContentTypeCapabilities[]): Schemas {
  const formats = [...new Set(offered.flatMap(mediaFormatsOf))];
  if (offered.some((type) => mediaKindsOf(type).length === 0)) return {};
  const sizes = offered.map((type) => mediaLimitsOf(type, null).maxFileSizeBytes);
  return {
    mediaContentType: { pattern: `^(?:${formats.map(formatPattern).join('|')})` },
    mediaSizeBytes: { maximum: largest(sizes) },
  };
}

/**
 * Demands of a kind of media on the body that opens an upload session: a file is no larger than the largest limit of
 * its kind in any type.
 */
export function rulesOfKinds(offers: readonly PlatformOffer[]): Schemas[string][] {
  const types = offers.flatMap(({ contentTypes }) => contentTypes);
  return mediaKinds.map((kind) => {
    const sizes = types.flatMap(({ media }) => media[kind] ?? []).map(({ maxFileSizeBytes }) => maxFileSizeBytes);
    const isOther = { not: { properties: { mediaContentType: { pattern: `^${inAnyCase(kind)}/` } } } };
    return { anyOf: [isOther, { properties: { mediaSizeBytes: { maximum: largest(sizes) } } }] };
  });
}

function largest(sizes: readonly (number | null)[]): number {
  return Math.max(0, ...sizes.map((size) => size ?? Number.MAX_SAFE_INTEGER));
}

/** The pattern of every type of a kind, or of one type under each of its names, with parameters or without. */
function formatPattern(format: string): string {
  const [kind = '', name = ''] = format.split('/');
  if (name === '*') return `${inAnyCase(kind)}/`;
  return `(?:${namesOf(format).map(inAnyCase).join('|')})[ \\t]*(?:;|$)`;
}

/** `[Vv][Ii]…`: patterns of JSON Schema have no flags. */
function inAnyCase(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}
