import type { Json } from '../../support/actors';

/** A document with a bit of everything that the comparison has to see. */
export function small(): Json {
  const json = (name: string): Json => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
  const event = {
    operationId: 'event',
    security: [{ signature: [] }],
    parameters: [{ $ref: '#/components/parameters/webhook-id' }],
    requestBody: { content: json('Event') },
    responses: { '2XX': { description: 'Delivered' } },
  };
  const post = {
    operationId: 'createPost',
    tags: ['posts'],
    security: [{ key: [] }],
    parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }],
    requestBody: { required: true, content: json('PostBody') },
    responses: {
      201: { description: 'Made', headers: { 'X-Cost': { schema: { type: 'integer' } } }, content: json('Post') },
      402: { description: 'Too dear', content: json('Refusal') },
    },
    callbacks: { changed: { '{$request.body#/callbackUrl}': { post: structuredClone(event) } } },
  };
  const schemas = {
    Post: {
      type: 'object',
      properties: {
        id: { type: 'string', pattern: '^[0-9a-f]+$' },
        status: { type: 'string', enum: ['pending', 'published'] },
        note: { type: ['string', 'null'] },
        extra: { type: 'string' },
      },
      required: ['id', 'status', 'note'],
      additionalProperties: false,
    },
    PostBody: {
      type: 'object',
      properties: {
        title: { type: ['string', 'null'], maxLength: 100, default: null },
        mode: { type: 'string', enum: ['now', 'later'] },
        description: { type: 'string' },
      },
    },
    Event: {
      type: 'object',
      properties: { id: { type: 'string' }, event: { enum: ['done'] } },
      required: ['id', 'event'],
    },
    Refusal: { type: 'object', properties: { code: { const: 'TOO_DEAR' } } },
  };
  const headers = { 'webhook-id': { name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } } };
  const securitySchemes = {
    key: { type: 'http', scheme: 'bearer' },
    signature: { type: 'apiKey', in: 'header', name: 'webhook-signature' },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Posts', version: '1.0.0' },
    servers: [{ url: 'https://api.example' }],
    paths: {
      '/posts': { post },
      '/posts/{id}': {
        get: {
          operationId: 'readPost',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'Found', content: json('Post') } },
        },
      },
    },
    webhooks: { changed: { post: { ...event, operationId: 'webhook' } } },
    components: { schemas, parameters: headers, securitySchemes },
  };
}
