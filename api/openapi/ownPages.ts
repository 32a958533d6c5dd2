import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { headersNamed } from './headers';
import { htmlPage } from './operations';
import { describeUnreadable } from './refusals';

const common = { method: 'get' as const, tags: ['documentation'], security: [] };
const headers = headersNamed('X-Request-Id');
const text = { 'text/plain': { schema: z.string(), example: '# Content Delivery Service' } };
const document = { schema: z.looseObject({ openapi: z.string() }), example: { openapi: '3.1.0' } };

/** The document, its page and the overview, which are no routes. */
export const ownPages: readonly RouteConfig[] = [
  {
    ...common,
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'This document',
    description: 'It is made of the schemas that check requests and answers.',
    responses: {
      200: { description: 'OpenAPI 3.1', headers, content: { 'application/json': document } },
      ...describeUnreadable(),
    },
  },
  {
    ...common,
    path: '/docs',
    operationId: 'getDocs',
    summary: 'This document as a page on which requests can be tried',
    description: 'The page loads from this service alone.',
    responses: { 200: { description: 'A page', headers, content: htmlPage }, ...describeUnreadable() },
  },
  {
    ...common,
    path: '/llms.txt',
    operationId: 'getLlmsTxt',
    summary: 'This service in a page for language models',
    description:
      'How to be let in, how to publish in three calls, and where everything else is written. Its form is that of llmstxt.org, and it ' +
      'has 8 KiB at most. It links to the pages for callers, which are Markdown below `/docs`.',
    responses: { 200: { description: 'Markdown', headers, content: text }, ...describeUnreadable() },
  },
];
