import { z } from 'zod';
import { Id } from '../../domain/ids';
import { Assignment as AssignmentModel } from '../../models/Assignment';
import { CreditHeaders } from '../http/creditHeaders';
import { defineRoute } from '../http/defineRoute';
import { cancelAssignment } from './cancelAssignment';
import type { Route } from '../http/defineRoute';
import { createAssignment } from './create';
import { getAssignment } from './getAssignment';
import { withIdempotencyKey } from './idempotency';
import { presentAssignment, presentCreated, presentListItem, presentRetried, presentUpdated } from './present';
import { retryAssignment } from './retryAssignment';
import {
  Assignment,
  AssignmentCreated,
  AssignmentCreatedHeaders,
  AssignmentList,
  AssignmentListQuery,
  CreateAssignmentBody,
  CreateAssignmentRequestHeaders,
} from './schema';
import { updateAssignment } from './updateAssignment';
import { RetriedAssignment, UpdateAssignmentBody, UpdatedAssignment, UpdatedAssignmentHeaders } from './updateSchema';
import { answerValidation } from './validate';
import { AssignmentValidation } from './validateSchema';

export const assignmentRoutes: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/v1/assignments',
    operationId: 'createAssignment',
    summary: 'Publish content to a channel, now or later',
    description:
      'Holds the credits of the type (see `X-Credits-Used`); they are charged when the post is published and given back ' +
      'if it is not. With an idempotency key the request can be repeated safely.',
    auth: 'apiKey',
    request: { headers: CreateAssignmentRequestHeaders, body: CreateAssignmentBody },
    success: { status: 201, schema: AssignmentCreated, headers: AssignmentCreatedHeaders },
    errors: ['INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
    handle: async (context, { headers, body }) =>
      presentCreated(await createAssignment(context, withIdempotencyKey(body, headers['Idempotency-Key']))),
  }),
  {
    method: 'post',
    path: '/api/v1/assignments/validate',
    operationId: 'validateAssignment',
    summary: 'What creating an assignment would answer, without creating it',
    description:
      'Takes the request of create, makes nothing and costs nothing. Where create would answer 400 or 402, `valid` is ' +
      'false and `errors` has the reasons. What is true now may have changed when you create.',
    auth: 'apiKey',
    request: { headers: CreateAssignmentRequestHeaders, body: CreateAssignmentBody },
    success: { status: 200, schema: AssignmentValidation },
    errors: ['NOT_FOUND', 'CONFLICT'],
    answer: answerValidation,
  },
  defineRoute({
    method: 'get',
    path: '/api/v1/assignments',
    operationId: 'listAssignments',
    summary: 'The assignments that fit a filter, newest first',
    auth: 'apiKey',
    request: { query: AssignmentListQuery },
    success: { status: 200, schema: AssignmentList },
    errors: [],
    handle: async ({ actor }, { query }) => {
      const { items, total } = await AssignmentModel.page(actor.workspaceId, query);
      return { items: items.map(presentListItem), total, page: query.page, limit: query.limit };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/assignments/{id}',
    operationId: 'getAssignment',
    summary: 'One assignment, with its progress, its timeline and why it failed',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 200, schema: Assignment },
    errors: ['NOT_FOUND'],
    handle: async (context, { params }) => presentAssignment(await getAssignment(context, params.id)),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/v1/assignments/{id}',
    operationId: 'updateAssignment',
    summary: 'Change the payload or the time of an assignment, or the post that it has published',
    description:
      'While `pending` or `uploaded`: free. Once `published`, and with `updatePublished`, where the platform allows it: ' +
      'the post is changed on the platform before the answer, which costs credits; a call that fails costs nothing. In ' +
      'all other states: 409.',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }), body: UpdateAssignmentBody },
    success: { status: 200, schema: UpdatedAssignment, headers: UpdatedAssignmentHeaders },
    errors: ['INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
    handle: async (context, { params, body }) => presentUpdated(await updateAssignment(context, params.id, body)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/assignments/{id}/retry',
    operationId: 'retryAssignment',
    summary: 'Take a failed assignment up again',
    description:
      'Holds the credits of its type anew. Its errors stay in the timeline. If the failed run may have made a post, the ' +
      'platform is asked first, and a post that is found is published without a second one.',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 200, schema: RetriedAssignment, headers: CreditHeaders },
    errors: ['INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
    handle: async (context, { params }) => presentRetried(await retryAssignment(context, params.id)),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/v1/assignments/{id}',
    operationId: 'cancelAssignment',
    summary: 'Cancel an assignment before it is processed',
    description:
      'A transfer that is under way stops, and what was half made is removed from the platform: see `cleanup` of the ' +
      'assignment. The credits come back. While `processing`, and once it has ended: 409.',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 204, schema: z.void() },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async (context, { params }) => cancelAssignment(context, params.id),
  }),
];
