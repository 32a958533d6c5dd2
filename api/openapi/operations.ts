import { STATUS_CODES } from 'node:http';
import type { ResponseConfig, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { RouteDescription } from '../http/Route';
import { headersForScripts, headersNamed, headersOf } from './headers';
import type { HeaderName } from './headers';
import { describeJsonRpc } from './jsonRpc';
import { describeOAuthErrors } from './oauthErrors';
import { describeRefusals } from './refusals';
import { securityOf } from './security';
import { describeWebhook } from './webhooks';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
/** Of a body that is a stream of bytes. */
const bytes = { type: 'string', format: 'binary' } as const;
export const htmlPage = { 'text/html': { schema: z.string(), example: '<!doctype html>' } };

/** A route as an operation of the document. */
export function describeRoute(route: RouteDescription, tag: string): RouteConfig {
  const { method, path, operationId, summary, description, request, raw } = route;
  const { params, query, headers } = request;
  return {
    method,
    path,
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: securityOf(route),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...describeHeaders(headers, raw),
      ...describeBody(request, raw),
    },
    ...describeCallback(route),
    responses:
      route.refusals === 'jsonRpc' ? describeJsonRpc(route) : { ...describeSuccess(route), ...describeFailures(route) },
  };
}

function describeHeaders(bound: z.ZodObject | undefined, raw: RouteDescription['raw']) {
  const headers = raw ? raw.headers.extend(bound?.shape ?? {}) : bound;
  return headers && { headers };
}

function describeBody(
  { body, isBodyOptional = false, form: fields }: RouteDescription['request'],
  raw: RouteDescription['raw'],
) {
  if (raw?.bodyMediaType) {
    return { body: { required: true, content: { [raw.bodyMediaType]: { schema: raw.bodySchema ?? bytes } } } };
  }
  if (body) return { body: { required: !isBodyOptional, content: { [json]: withExample(body) } } };
  return fields && { body: { required: true, content: { [form]: withExample(fields) } } };
}

function describeCallback({ operationId, callback, request }: RouteDescription) {
  if (callback === undefined) return {};
  const address = `{$request.body#/${callback}}`;
  const assignmentStatus = { [address]: describeWebhook('assignmentStatus', `${operationId}Callback`) };
  const isAsked = request.body && 'callbackEvents' in request.body.shape;
  const assignmentRemoval = { [address]: describeWebhook('assignmentRemoval', `${operationId}RemovalCallback`) };
  const assignmentExtras = { [address]: describeWebhook('assignmentExtras', `${operationId}ExtrasCallback`) };
  return { callbacks: { assignmentStatus, ...(isAsked && { assignmentRemoval, assignmentExtras }) } };
}

function describeSuccess(route: RouteDescription): Record<string, ResponseConfig> {
  const { credential, success } = route;
  const quota: HeaderName[] =
    credential === 'public' || credential === 'ticket' ? [] : ['RateLimit', 'RateLimit-Policy'];
  return {
    [success.status]: {
      description: STATUS_CODES[success.status] ?? 'Success',
      headers: {
        ...headersNamed('X-Request-Id', ...headersForScripts(route), ...quota),
        ...(success.headers && headersOf(success.headers)),
      },
      ...(!(success.schema instanceof z.ZodVoid) && {
        content: { [success.mediaType ?? json]: withExample(success.schema) },
      }),
    },
  };
}

function describeFailures(route: RouteDescription): Record<string, ResponseConfig> {
  const { refusals } = route;
  if (refusals === 'page') return pages(route);
  return typeof refusals === 'string' ? describeRefusals(route) : describeOAuthErrors(route, refusals);
}

/** The refusals of a route for browsers: it redirects the browser if it can, else it shows a page. */
function pages({ success, refuses, nextPage }: RouteDescription): Record<string, ResponseConfig> {
  const headers = headersNamed('X-Request-Id');
  return {
    ...(nextPage !== undefined && { 200: { description: nextPage, headers, content: htmlPage } }),
    ...(success.status !== 302 && {
      302: { description: 'The browser is sent on', headers: headersNamed('X-Request-Id', 'Location') },
    }),
    400: { description: 'A page: the link is incomplete or not known', headers, content: htmlPage },
    ...(refuses.some(({ code }) => code === 'NOT_FOUND') && {
      404: { description: 'A page: there is no such platform', headers, content: htmlPage },
    }),
    default: { description: 'A page: the request cannot be answered', headers, content: htmlPage },
  };
}

function withExample(schema: z.ZodType) {
  const example = schema.meta()?.example;
  return { schema, ...(example !== undefined && { example }) };
}
