import type { PayloadField } from '../../domain/payload';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { PlatformOffer } from '../../platforms';
import { lineForm } from '../http/fields';
import { capitalized, refTo } from './types';
import type { Schemas } from './types';

/**
 * `Payload`, and one schema for each content type of each platform. `Payload` stays open beside these: fields that a type
 * does not have are ignored.
 */
export function payloadSchemas(offers: readonly PlatformOffer[]): Schemas {
  const variants = Object.fromEntries(
    offers.flatMap(({ platform, contentTypes }) =>
      contentTypes.map((type) => [
        `${capitalized(platform)}${capitalized(type.slug)}Payload`,
        variantOf(platform, type),
      ]),
    ),
  );
  return { ...variants, Payload: payloadOf(Object.keys(variants)) };
}

function payloadOf(variants: readonly string[]): Schemas[string] {
  return {
    description:
      'The fields of the post. The platform of the connection and the `type` decide which schema is checked; fields ' +
      'that it does not have are ignored.',
    anyOf: [...variants.map((name) => refTo('schemas', name)), { type: 'object', additionalProperties: true }],
  };
}

function variantOf(platform: string, { slug, payloadFields }: ContentTypeCapabilities): Schemas[string] {
  const required = payloadFields.filter((field) => field.required).map((field) => field.name);
  return {
    type: 'object',
    description: `The payload of type \`${slug}\` on \`${platform}\`.`,
    properties: Object.fromEntries(payloadFields.map((field) => [field.name, fieldOf(field)])),
    ...(required.length > 0 && { required }),
  };
}

function fieldOf(field: PayloadField): Schemas[string] {
  const { description, default: value } = field;
  return { ...forms[field.type](field), description, ...(value !== undefined && { default: value }) };
}

/** As `domain/payload.ts` reads them. */
const forms: Readonly<Record<PayloadField['type'], (field: PayloadField) => Schemas[string]>> = {
  string: ({ required, maxLength }) => ({
    type: 'string',
    ...(required && { minLength: 1, pattern: String.raw`\S` }),
    ...(maxLength !== undefined && { maxLength }),
  }),
  enum: ({ options = [] }) => ({ type: 'string', enum: [...options] }),
  array: () => ({ type: 'array', items: { type: 'string', pattern: lineForm.source } }),
  boolean: () => ({ type: 'boolean' }),
  integer: () => ({ type: 'integer', format: 'int64' }),
};
