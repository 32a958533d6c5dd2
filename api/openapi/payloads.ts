import type { PayloadField, PayloadItem, PayloadPart } from '../../domain/payload/payload';
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
  const { description, default: value, type, ...rules } = field;
  const form = type === 'array' ? listOf(field) : forms[type](rules);
  return { ...form, description, ...(value !== undefined && { default: value }) };
}

type Rules = Omit<PayloadPart, 'type' | 'name' | 'label' | 'description'>;

/** As `domain/payload/payloadValue.ts` and `judgePayload` read them. */
const forms: Readonly<Record<PayloadPart['type'], (rules: Rules) => Schemas[string]>> = {
  string: ({ required, format, pattern, maxLength }) => {
    const length = { ...(required && { minLength: 1 }), ...(maxLength !== undefined && { maxLength }) };
    if (format === 'url') return { type: 'string', ...length, minLength: 1, format: 'uri', pattern: webUrlForm.source };
    if (format === 'date') return { type: 'string', ...length, format: 'date' };
    const form = required ? nonBlankTextForm : textForm;
    return {
      type: 'string',
      ...length,
      ...(pattern === undefined ? { pattern: form } : { allOf: [{ pattern: form }, { pattern }] }),
    };
  },
  enum: ({ options = [] }) => ({ type: 'string', enum: [...options] }),
  boolean: () => ({ type: 'boolean' }),
  integer: () => ({
    type: 'integer',
    format: 'int64',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
};

function listOf({ items, minItems, maxItems }: PayloadField): Schemas[string] {
  return {
    type: 'array',
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    items: items ? itemOf(items) : { type: 'string' },
  };
}

function itemOf({ type, fields = [], hasOneField = false, description, ...rules }: PayloadItem): Schemas[string] {
  if (type === 'string') return { ...forms.string(rules), description };
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(
      fields.map((part) => [part.name, { ...forms[part.type](part), description: part.description }]),
    ),
    ...(hasOneField
      ? { oneOf: fields.map(({ name }) => ({ required: [name] })) }
      : required.length > 0 && { required }),
  };
}
