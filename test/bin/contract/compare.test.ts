import { differencesOf } from '../../../bin/contract/compare';
import { OpenApi } from '../../../bin/contract/sent';
import type { Json } from '../../support/actors';
import { small } from './small';

const post = (document: Json): Json => document['paths']['/posts'].post;
const schema = (document: Json, name: string): Json => document['components'].schemas[name];
const field = (document: Json, name: string, key: string): Json => schema(document, name)['properties'][key];
const callback = (document: Json): Json => post(document)['callbacks'].changed['{$request.body#/callbackUrl}'].post;
const optional = (document: Json, name: string, key: string): void => {
  schema(document, name)['required'] = schema(document, name)['required'].filter((other: string) => other !== key);
};

type Row = [name: string, change: (document: Json) => unknown, rule: string];

const breaking: Row[] = [
  ['an operation is gone', (d) => delete d['paths']['/posts'].post, 'api-removed-without-deprecation'],
  ['an operation has another name', (d) => (post(d)['operationId'] = 'makePost'), 'api-operation-id-removed'],
  ['an operation has another tag', (d) => (post(d)['tags'] = ['things']), 'api-tag-removed'],
  ['a parameter is gone', (d) => post(d)['parameters'].pop(), 'request-parameter-removed'],
  ['a parameter is required', (d) => (post(d)['parameters'][0].required = true), 'request-parameter-became-required'],
  ['a refusal is gone', (d) => delete post(d)['responses'][402], 'response-non-success-status-removed'],
  ['a success is gone', (d) => delete post(d)['responses'][201], 'response-success-status-removed'],
  ['a header is gone', (d) => delete post(d)['responses'][201].headers['X-Cost'], 'optional-response-header-removed'],
  [
    'a field of an answer is gone',
    (d) => (optional(d, 'Post', 'id'), delete schema(d, 'Post')['properties'].id),
    'response-required-property-removed',
  ],
  [
    'an optional field of an answer is gone',
    (d) => delete schema(d, 'Post')['properties'].extra,
    'response-optional-property-removed',
  ],
  [
    'a field of an answer may be null',
    (d) => (field(d, 'Post', 'id')['type'] = ['string', 'null']),
    'response-property-became-nullable',
  ],
  ['a field of an answer may be left out', (d) => optional(d, 'Post', 'id'), 'response-property-became-optional'],
  [
    'a field of an answer has another type',
    (d) => (field(d, 'Post', 'id')['type'] = 'integer'),
    'response-property-type-changed',
  ],
  [
    'a field of an answer has another pattern',
    (d) => (field(d, 'Post', 'id')['pattern'] = '^x$'),
    'response-property-pattern-changed',
  ],
  [
    'a field of an answer has no pattern',
    (d) => delete field(d, 'Post', 'id')['pattern'],
    'response-property-pattern-removed',
  ],
  [
    'a field of an answer has one value more',
    (d) => field(d, 'Post', 'status')['enum'].push('gone'),
    'response-property-enum-value-added',
  ],
  [
    'a constant of an answer is another',
    (d) => (field(d, 'Refusal', 'code')['const'] = 'NO'),
    'response-property-const-changed',
  ],
  [
    'a new field of a request is required',
    (d) =>
      Object.assign(schema(d, 'PostBody'), {
        properties: { ...schema(d, 'PostBody')['properties'], place: { type: 'string' } },
        required: ['place'],
      }),
    'new-required-request-property',
  ],
  [
    'a field of a request is required',
    (d) => (schema(d, 'PostBody')['required'] = ['title']),
    'request-property-became-required',
  ],
  ['a field of a request is gone', (d) => delete schema(d, 'PostBody')['properties'].mode, 'request-property-removed'],
  [
    'a field of a request may not be null',
    (d) => (field(d, 'PostBody', 'title')['type'] = 'string'),
    'request-property-became-not-nullable',
  ],
  [
    'a field of a request has a lower limit',
    (d) => (field(d, 'PostBody', 'title')['maxLength'] = 50),
    'request-property-max-length-decreased',
  ],
  [
    'a field of a request has a pattern',
    (d) => (field(d, 'PostBody', 'title')['pattern'] = '^x'),
    'request-property-pattern-added',
  ],
  [
    'a field of a request has one value less',
    (d) => field(d, 'PostBody', 'mode')['enum'].pop(),
    'request-property-enum-value-removed',
  ],
  [
    'a field that is left out means something else',
    (d) => (field(d, 'PostBody', 'title')['default'] = 'x'),
    'request-property-default-value-added',
  ],
  ['another credential is needed', (d) => (post(d)['security'] = [{ signature: [] }]), 'api-security-removed'],
  ['a second credential is taken', (d) => post(d)['security'].push({ signature: [] }), 'api-security-added'],
  ['no credential is needed', (d) => delete post(d)['security'], 'api-security-anonymous-access-added'],
  [
    'a credential has another form',
    (d) => (d['components'].securitySchemes.key.scheme = 'basic'),
    'api-security-component-http-scheme-changed',
  ],
  [
    'a schema has another name',
    (d) => (
      (d['components'].schemas.Other = schema(d, 'Event')),
      delete d['components'].schemas.Event,
      JSON.parse(JSON.stringify(d).replaceAll('schemas/Event', 'schemas/Other'))
    ),
    'api-schema-removed',
  ],
  ['a webhook is gone', (d) => delete d['webhooks'].changed, 'api-path-removed-without-deprecation'],
  [
    'a field of a webhook is gone',
    (d) => (optional(d, 'Event', 'id'), delete schema(d, 'Event')['properties'].id),
    'response-required-property-removed',
  ],
  [
    'a field of a webhook has one value more',
    (d) => field(d, 'Event', 'event')['enum'].push('lost'),
    'response-property-enum-value-added',
  ],
  ['a callback is gone', (d) => delete post(d)['callbacks'], 'api-path-removed-without-deprecation'],
  ['a callback has no header', (d) => callback(d)['parameters'].pop(), 'required-response-header-removed'],
  ['a callback has no signature', (d) => (callback(d)['security'] = []), 'api-security-anonymous-access-added'],
];

const harmless: Row[] = [
  [
    'an operation is new',
    (d) => (d['paths']['/new'] = { get: { operationId: 'new', responses: { 204: { description: '' } } } }),
    'endpoint-added',
  ],
  [
    'a parameter is new',
    (d) => post(d)['parameters'].push({ name: 'more', in: 'query', schema: { type: 'string' } }),
    'new-optional-request-parameter',
  ],
  [
    'an optional field of a request is new',
    (d) => (schema(d, 'PostBody')['properties'].place = { type: 'string' }),
    'new-optional-request-property',
  ],
  [
    'a request has one value more',
    (d) => field(d, 'PostBody', 'mode')['enum'].push('never'),
    'request-property-enum-value-added',
  ],
  [
    'a field of an answer is new',
    (d) => (schema(d, 'Post')['properties'].place = { type: 'string' }),
    'response-optional-property-added',
  ],
  [
    'a field of an answer is never null',
    (d) => (field(d, 'Post', 'note')['type'] = 'string'),
    'response-property-became-not-nullable',
  ],
  [
    'a field of a webhook is new',
    (d) => ((schema(d, 'Event')['properties'].at = { type: 'string' }), schema(d, 'Event')['required'].push('at')),
    'response-required-property-added',
  ],
];

async function rulesOf(change: (document: Json) => unknown): Promise<{ breaking: string[]; harmless: string[] }> {
  const changed = small();
  const made: unknown = change(changed);
  const isWhole = typeof made === 'object' && made !== null && 'openapi' in made;
  const found = await differencesOf(OpenApi.parse(small()), OpenApi.parse(isWhole ? made : changed));
  const of = (isBreaking: boolean) => [
    ...new Set(found.filter((one) => one.isBreaking === isBreaking).map(({ rule }) => rule)),
  ];
  return { breaking: of(true), harmless: of(false) };
}

it.each(breaking)('breaks callers: %s', async (_, change, rule) => {
  expect((await rulesOf(change)).breaking).toContain(rule);
});

it.each(harmless)('breaks nobody: %s', async (_, change, rule) => {
  expect(await rulesOf(change)).toEqual({ breaking: [], harmless: [rule] });
});
