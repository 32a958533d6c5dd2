import { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { PlatformOffer } from '../../platforms';
import { errorKinds, refusalReasons } from '../http/errors';
import { Count } from '../http/fields';
import type { Resource } from '../http/Route';
import { ExtrasEvent, RemovalEvent, WebhookEvent } from './webhookEvent';
import { commonHeaders } from './headers';
import { describeRoute } from './operations';
import { ownPages } from './ownPages';
import { rulesOfKinds, rulesOfTypes } from './mediaRules';
import { payloadSchemas } from './payloads';
import { sharedResponses } from './refusals';
import { securitySchemes } from './security';
import type { OpenApi, Schemas } from './types';
import { describeWebhook, webhookHeaders } from './webhooks';

export interface DocumentedService {
  /** The address of the service. */
  readonly baseUrl: string;
  readonly resources: readonly Resource[];
  /** The content types of the service's platforms. */
  readonly offers: readonly PlatformOffer[];
}

const creditCode = 'INSUFFICIENT_CREDITS';

/** A body without the code of the other error body: a generated client tells the two bodies apart by the code. */
const ErrorBody = z
  .strictObject({
    error: z.enum(Object.keys(errorKinds).filter((code) => code !== creditCode)),
    message: z.string().meta({ description: 'For people; programs read `error`, `details` and `reason`' }),
    details: z.record(z.string(), z.unknown()).meta({ description: 'For a 400: field name to a list of messages' }),
    reason: z
      .enum(Object.keys(refusalReasons))
      .optional()
      .meta({ description: 'Tells some refusals from others with the same code' }),
  })
  .meta({ id: 'Error' });

const CreditErrorBody = z
  .strictObject({ error: z.literal(creditCode), required: Count, balance: Count })
  .meta({ id: 'InsufficientCredits' });

const documentation = { name: 'documentation', description: 'This document, its page, and the overview for models' };

/** The OpenAPI 3.1 document of a service, made of the schemas that check its requests and answers. */
export function openApiDocument({ baseUrl, resources, offers }: DocumentedService): OpenApi {
  const described = resources.flatMap(({ name, routes }) => routes.map((route) => describeRoute(route, name)));
  const operations = [...described, ...ownPages].map((route) => ({ type: 'route' as const, route }));
  const schemas = [ErrorBody, CreditErrorBody, WebhookEvent, RemovalEvent, ExtrasEvent].map((schema) => ({
    type: 'schema' as const,
    schema,
  }));
  const { components, ...document } = new OpenApiGeneratorV31([...schemas, ...operations]).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Content Delivery Service',
      version: '1.0.0',
      description:
        'Publishes to social channels. Timestamps are ISO 8601 in UTC, identifiers are UUIDs in lower case, and fields ' +
        'that are not set are null. Every answer has an `X-Request-Id`. A path answers 405 to a method that it does not ' +
        'have, and `Allow` names its methods.',
      contact: { name: 'The operators of this service', url: baseUrl },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: [...resources.map(({ name, description }) => ({ name, description })), documentation],
  });
  return {
    ...document,
    webhooks: {
      assignmentStatus: describeWebhook('assignmentStatus', 'assignmentStatusChanged'),
      assignmentRemoval: describeWebhook('assignmentRemoval', 'assignmentRemovalEnded'),
      assignmentExtras: describeWebhook('assignmentExtras', 'assignmentExtrasEnded'),
    },
    components: {
      schemas: { ...components?.schemas, ...bodiesOf(offers, components?.schemas), ...payloadSchemas(offers) },
      responses: sharedResponses(),
      parameters: webhookHeaders,
      headers: commonHeaders,
      securitySchemes: securitySchemes(resources.flatMap(({ routes }) => routes)),
    },
  };
}

/** The bodies with rules that depend on the limits of the platforms. */
function bodiesOf(offers: readonly PlatformOffer[], schemas: Schemas = {}): Schemas {
  const { CreateAssignmentBody, CreateUploadSessionBody } = schemas;
  return {
    ...(CreateAssignmentBody && { CreateAssignmentBody: { ...CreateAssignmentBody, allOf: rulesOfTypes(offers) } }),
    ...(CreateUploadSessionBody && {
      CreateUploadSessionBody: { ...CreateUploadSessionBody, allOf: rulesOfKinds(offers) },
    }),
  };
}
