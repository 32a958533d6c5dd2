import { z } from 'zod';
import { route } from '../faces/route';
import { CreditHeaders } from '../http/creditHeaders';
import { presentPage } from '../http/paging';
import { EventsAnswer } from '../http/Route';
import { AssignmentCalendar } from './calendar/calendarSchema';
import { getCalendar } from './calendar/getCalendar';
import { cancelAssignment } from './cancelAssignment';
import { presentCalendar, presentInspected, presentSummary } from './consolePresent';
import { AssignmentEvents, AssignmentSearchPage, InspectedAssignment } from './consoleSchema';
import { createAssignment } from './create/createAssignment';
import { getAssignment } from './getAssignment';
import { inspectAssignment } from './inspectAssignment';
import { listAssignments } from './listAssignments';
import {
  presentAssignment,
  presentCreated,
  presentListItem,
  presentRetried,
  presentUnpublished,
  presentUpdated,
} from './present';
import { retryAssignment } from './retryAssignment';
import { AssignmentCreated, AssignmentCreatedHeaders, CreateAssignmentBody } from './create/createSchema';
import { Assignment, AssignmentList } from './schema';
import { resolveAssignment } from './resolve/resolveAssignment';
import { ResolveAssignmentBody, ResolvedAssignment } from './resolve/resolveSchema';
import { unpublishAssignment } from './unpublish/unpublishAssignment';
import { UnpublishAssignmentBody, UnpublishedAssignment } from './unpublish/unpublishSchema';
import { searchAssignments } from './searchAssignments';
import { updateAssignment } from './edit/updateAssignment';
import {
  RetriedAssignment,
  UpdateAssignmentBody,
  UpdatedAssignment,
  UpdatedAssignmentHeaders,
} from './edit/updateSchema';
import { validateAssignment } from './validate/validateAssignment';
import { AssignmentValidation } from './validate/validateSchema';
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
const resolve = {
  method: 'post',
  params,
  body: ResolveAssignmentBody,
  success: { status: 200, schema: ResolvedAssignment },
  present: (resolved: ResolvedAssignment) => resolved,
} as const;
const unpublish = {
  method: 'post',
  params,
  body: UnpublishAssignmentBody,
  success: { status: 202, doneStatus: 200, schema: UnpublishedAssignment },
  present: presentUnpublished,
} as const;
const cancel = {
  method: 'delete',
  params,
  success: { status: 204, schema: z.void() },
  present: () => undefined,
} as const;

export const assignmentRoutes = [
  route('api', createAssignment, { path: '/api/v1/assignments', ...create }),
  route('console', createAssignment, { path: '/api/v1/console/assignments', ...create }),
  route('api', validateAssignment, { path: '/api/v1/assignments/validate', ...validate }),
  route('console', validateAssignment, { path: '/api/v1/console/assignments/validate', ...validate }),
  route('api', listAssignments, {
    method: 'get',
    path: '/api/v1/assignments',
    success: { status: 200, schema: AssignmentList },
    present: (found) => presentPage(found, presentListItem),
  }),
  route('console', searchAssignments, {
    method: 'get',
    path: '/api/v1/console/assignments',
    success: { status: 200, schema: AssignmentSearchPage },
    present: ({ isTotalExact, ...found }) => ({ ...presentPage(found, presentSummary), isTotalExact }),
  }),
  route('console', getCalendar, {
    method: 'get',
    path: '/api/v1/console/calendar',
    success: { status: 200, schema: AssignmentCalendar },
    present: presentCalendar,
  }),
  route('api', getAssignment, {
    method: 'get',
    path: '/api/v1/assignments/{id}',
    params,
    success: { status: 200, schema: Assignment },
    present: presentAssignment,
  }),
  route('console', inspectAssignment, {
    method: 'get',
    path: '/api/v1/console/assignments/{id}',
    params,
    success: { status: 200, schema: InspectedAssignment },
    present: presentInspected,
  }),
  route('console', watchAssignment, {
    method: 'get',
    path: '/api/v1/console/assignments/{id}/events',
    params,
    headers: { 'Last-Event-ID': 'lastEventId' },
    success: { status: 200, schema: AssignmentEvents, mediaType: 'text/event-stream' },
    present: (follow) => new EventsAnswer(follow),
  }),
  route('api', updateAssignment, { path: '/api/v1/assignments/{id}', ...update }),
  route('console', updateAssignment, { path: '/api/v1/console/assignments/{id}', ...update }),
  route('api', retryAssignment, { path: '/api/v1/assignments/{id}/retry', ...retry }),
  route('console', retryAssignment, { path: '/api/v1/console/assignments/{id}/retry', ...retry }),
  route('api', resolveAssignment, { path: '/api/v1/assignments/{id}/resolve', ...resolve }),
  route('console', resolveAssignment, { path: '/api/v1/console/assignments/{id}/resolve', ...resolve }),
  route('api', unpublishAssignment, { path: '/api/v1/assignments/{id}/unpublish', ...unpublish }),
  route('console', unpublishAssignment, { path: '/api/v1/console/assignments/{id}/unpublish', ...unpublish }),
  route('api', cancelAssignment, { path: '/api/v1/assignments/{id}', ...cancel }),
  route('console', cancelAssignment, { path: '/api/v1/console/assignments/{id}', ...cancel }),
] as const;
