import { z } from 'zod';
import { apiRoute } from '../faces/apiRoute';
import { consoleRoute } from '../faces/consoleRoute';
import { CreditHeaders } from '../http/creditHeaders';
import { presentPage } from '../http/paging';
import { EventsAnswer } from '../http/Route';
import { cancelAssignment } from './cancelAssignment';
import { presentInspected, presentSummary } from './consolePresent';
import { AssignmentEvents, AssignmentSearchPage, InspectedAssignment } from './consoleSchema';
import { createAssignment } from './createAssignment';
import { getAssignment } from './getAssignment';
import { inspectAssignment } from './inspectAssignment';
import { listAssignments } from './listAssignments';
import { presentAssignment, presentCreated, presentListItem, presentRetried, presentUpdated } from './present';
import { retryAssignment } from './retryAssignment';
import {
  Assignment,
  AssignmentCreated,
  AssignmentCreatedHeaders,
  AssignmentList,
  CreateAssignmentBody,
} from './schema';
import { searchAssignments } from './searchAssignments';
import { updateAssignment } from './updateAssignment';
import { RetriedAssignment, UpdateAssignmentBody, UpdatedAssignment, UpdatedAssignmentHeaders } from './updateSchema';
import { validateAssignment } from './validateAssignment';
import { AssignmentValidation } from './validateSchema';
import { watchAssignment } from './watchAssignment';

const headers = { 'Idempotency-Key': 'idempotencyKey' } as const;
const params = { id: 'assignmentId' } as const;

const create = {
  method: 'post',
  headers,
  body: CreateAssignmentBody,
  callback: 'callbackUrl',
  success: { status: 201, schema: AssignmentCreated, headers: AssignmentCreatedHeaders },
  present: presentCreated,
} as const;
const validate = {
  method: 'post',
  headers,
  body: CreateAssignmentBody,
  success: { status: 200, schema: AssignmentValidation },
  present: (validation: AssignmentValidation) => validation,
} as const;
const update = {
  method: 'patch',
  params,
  body: UpdateAssignmentBody,
  success: { status: 200, schema: UpdatedAssignment, headers: UpdatedAssignmentHeaders },
  present: presentUpdated,
} as const;
const retry = {
  method: 'post',
  params,
  success: { status: 200, schema: RetriedAssignment, headers: CreditHeaders },
  present: presentRetried,
} as const;
const cancel = {
  method: 'delete',
  params,
  success: { status: 204, schema: z.void() },
  present: () => undefined,
} as const;

export const assignmentRoutes = [
  apiRoute(createAssignment, { path: '/api/v1/assignments', ...create }),
  consoleRoute(createAssignment, { path: '/api/v1/console/assignments', ...create }),
  apiRoute(validateAssignment, { path: '/api/v1/assignments/validate', ...validate }),
  consoleRoute(validateAssignment, { path: '/api/v1/console/assignments/validate', ...validate }),
  apiRoute(listAssignments, {
    method: 'get',
    path: '/api/v1/assignments',
    success: { status: 200, schema: AssignmentList },
    present: (found) => presentPage(found, presentListItem),
  }),
  consoleRoute(searchAssignments, {
    method: 'get',
    path: '/api/v1/console/assignments',
    success: { status: 200, schema: AssignmentSearchPage },
    present: ({ isTotalExact, ...found }) => ({ ...presentPage(found, presentSummary), isTotalExact }),
  }),
  apiRoute(getAssignment, {
    method: 'get',
    path: '/api/v1/assignments/{id}',
    params,
    success: { status: 200, schema: Assignment },
    present: presentAssignment,
  }),
  consoleRoute(inspectAssignment, {
    method: 'get',
    path: '/api/v1/console/assignments/{id}',
    params,
    success: { status: 200, schema: InspectedAssignment },
    present: presentInspected,
  }),
  consoleRoute(watchAssignment, {
    method: 'get',
    path: '/api/v1/console/assignments/{id}/events',
    params,
    headers: { 'Last-Event-ID': 'lastEventId' },
    success: { status: 200, schema: AssignmentEvents, mediaType: 'text/event-stream' },
    present: (watch, { deps }) => new EventsAnswer((open) => deps.watching.follow(watch, open)),
  }),
  apiRoute(updateAssignment, { path: '/api/v1/assignments/{id}', ...update }),
  consoleRoute(updateAssignment, { path: '/api/v1/console/assignments/{id}', ...update }),
  apiRoute(retryAssignment, { path: '/api/v1/assignments/{id}/retry', ...retry }),
  consoleRoute(retryAssignment, { path: '/api/v1/console/assignments/{id}/retry', ...retry }),
  apiRoute(cancelAssignment, { path: '/api/v1/assignments/{id}', ...cancel }),
  consoleRoute(cancelAssignment, { path: '/api/v1/console/assignments/{id}', ...cancel }),
];
