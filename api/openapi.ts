import { STATUS_CODES } from 'node:http';
import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import type { ResponseConfig, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { isForBrowsers } from './http/defineRoute';
import type { RouteDescription } from './http/defineRoute';
import { errorKinds } from './http/errors';
import type { ErrorCode } from './http/errors';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const page = 'text/html';

const ErrorBody = z
  .object({
    error: z.enum(Object.keys(errorKinds)),
    message: z.string().meta({ description: 'For people; programs read `error` and `details`' }),
    details: z.record(z.string(), z.unknown()).meta({ description: 'For a 400: field name to a list of messages' }),
  })
  .meta({ id: 'Error' });

const CreditErrorBody = z
  .object({ error: z.literal('INSUFFICIENT_CREDITS'), required: z.int(), balance: z.int() })
  .meta({ id: 'InsufficientCredits' });

const errorExamples: Partial<Record<ErrorCode, object>> = {
  VALIDATION_ERROR: {
    message: 'The request is not valid: see details.',
    details: { 'payload.title': ['is required'], mediaUrl: ['is required'] },
  },
};

/**
 * The OpenAPI 3.1 document of these routes, made of the schemas that check their requests and answers.
 * @param baseUrl where the service is reached
 */
export function openApiDocument(routes: readonly RouteDescription[], baseUrl: string) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ds_live_…',
    description: 'The API key of the workspace. For servers only: never put it into a browser or an app.',
  });
  for (const route of routes) registry.registerPath(describeRoute(route));
  for (const page of ownPages) registry.registerPath(page);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Content Delivery Service',
      version: '1.0.0',
      description:
        'Publishes videos, images, links and text to social channels. Timestamps are ISO 8601 in UTC, identifiers are ' +
        'UUIDs in lower case, and fields that are not set are null. Every answer has an `X-Request-Id`.',
    },
    servers: [{ url: baseUrl }],
  });
}

function describeRoute(route: RouteDescription): RouteConfig {
  const { method, path, operationId, summary, description, auth, request, success } = route;
  const { params, query, headers } = request;
  const codes = [...new Set([...impliedErrors(route), ...route.errors])];
  return {
    method,
    path,
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tagOf(path)],
    security: auth === 'none' ? [] : [{ [auth]: [] }],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...describeBody(request),
    },
    responses: {
      [success.status]: {
        description: STATUS_CODES[success.status] ?? 'Success',
        ...(success.headers && { headers: success.headers }),
        ...(hasBody(success) && { content: { [success.mediaType ?? json]: withExample(success.schema) } }),
      },
      ...Object.fromEntries(codes.map((code) => [errorKinds[code].status, describeError(code, route)])),
    },
  };
}

function describeBody({ body, form: fields }: RouteDescription['request']) {
  if (body) return { body: { required: true, content: { [json]: withExample(body) } } };
  return fields && { body: { required: true, content: { [form]: withExample(fields) } } };
}

function hasBody({ schema }: RouteDescription['success']): boolean {
  return !(schema instanceof z.ZodVoid);
}

/** What every route of its kind can refuse. */
function impliedErrors({ auth, request }: RouteDescription): ErrorCode[] {
  return [
    ...(Object.keys(request).length > 0 ? ['VALIDATION_ERROR' as const] : []),
    ...(auth === 'none' ? [] : ['UNAUTHORIZED' as const, 'RATE_LIMITED' as const]),
    ...(request.body || request.form ? ['PAYLOAD_TOO_LARGE' as const, 'UNSUPPORTED_MEDIA_TYPE' as const] : []),
    'INTERNAL',
    'UNAVAILABLE',
  ];
}

function describeError(code: ErrorCode, route: RouteDescription): ResponseConfig {
  const { meaning: description } = errorKinds[code];
  if (isForBrowsers(route)) {
    return { description, content: { [page]: { schema: z.string(), example: '<!doctype html>' } } };
  }
  if (code === 'INSUFFICIENT_CREDITS') {
    const example = { error: code, required: 10, balance: 4 };
    const headers = z.object({ 'X-Credits-Required': z.int(), 'X-Credits-Balance': z.int() });
    return { description, headers, content: { [json]: { schema: CreditErrorBody, example } } };
  }
  const example = { error: code, message: description, details: {}, ...errorExamples[code] };
  const waits = code === 'RATE_LIMITED' || code === 'UNAVAILABLE';
  const headers = z.object({ 'Retry-After': z.int().meta({ description: 'Seconds to wait' }) });
  return { description, ...(waits && { headers }), content: { [json]: { schema: ErrorBody, example } } };
}

function withExample(schema: z.ZodType) {
  const example = schema.meta()?.example;
  return { schema, ...(example !== undefined && { example }) };
}

/** `/api/v1/assignments/{id}` is told under "assignments". */
function tagOf(path: string): string {
  return path.split('/')[3] ?? 'documentation';
}

const ownPages: readonly RouteConfig[] = [
  {
    method: 'get',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'This document',
    tags: ['documentation'],
    security: [],
    responses: {
      200: {
        description: 'OpenAPI 3.1',
        content: { [json]: { schema: z.looseObject({}), example: { openapi: '3.1.0' } } },
      },
    },
  },
  {
    method: 'get',
    path: '/docs',
    operationId: 'getDocs',
    summary: 'This document as a page on which requests can be tried',
    tags: ['documentation'],
    security: [],
    responses: {
      200: { description: 'A page', content: { 'text/html': { schema: z.string(), example: '<!doctype html>' } } },
    },
  },
];
