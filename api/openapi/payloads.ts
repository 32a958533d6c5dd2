import type { PayloadField } from '../../domain/payload/payload';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { PlatformOffer } from '../../platforms';
import { nonBlankTextForm, textForm, webUrlForm } from '../http/fields';
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

/** As `domain/payload/payload.ts` and `judgePayload` read them. */
const forms: Readonly<Record<PayloadField['type'], (field: PayloadField) => Schemas[string]>> = {
  string: ({ required, ...field }) => ({
    type: 'string',
    ...(required && { minLength: 1 }),
    ...textOf(field, required ? nonBlankTextForm : textForm),
  }),
  enum: ({ options = [] }) => ({ type: 'string', enum: [...options] }),
  array: ({ minItems, maxItems, ...field }) => ({
    type: 'array',
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    items: { type: 'string', ...textOf(field, field.needsVisible ? nonBlankTextForm : textForm) },
  }),
  boolean: () => ({ type: 'boolean' }),
  integer: () => ({
    type: 'integer',
    format: 'int64',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
};

function textOf({ format, pattern, maxLength }: TextRules, form: string): Schemas[string] {
  const length = maxLength === undefined ? {} : { maxLength };
  if (format === 'url') return { minLength: 1, ...length, format: 'uri', pattern: webUrlForm.source };
  return { ...length, ...(pattern === undefined ? { pattern: form } : { allOf: [{ pattern: form }, { pattern }] }) };
}

type TextRules = Pick<PayloadField, 'format' | 'pattern' | 'maxLength'>;
