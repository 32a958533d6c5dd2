import { z } from 'zod';
import { apiRoute } from '../faces/apiRoute';
import { CreditHeaders } from '../http/creditHeaders';
import { presentPage } from '../http/paging';
import { cancelAssignment } from './cancelAssignment';
import { createAssignment } from './createAssignment';
import { getAssignment } from './getAssignment';
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
import { updateAssignment } from './updateAssignment';
import { RetriedAssignment, UpdateAssignmentBody, UpdatedAssignment, UpdatedAssignmentHeaders } from './updateSchema';
import { validateAssignment } from './validateAssignment';
import { AssignmentValidation } from './validateSchema';

const headers = { 'Idempotency-Key': 'idempotencyKey' } as const;
const params = { id: 'assignmentId' } as const;

export const assignmentRoutes = [
  apiRoute(createAssignment, {
    method: 'post',
    path: '/api/v1/assignments',
    headers,
    body: CreateAssignmentBody,
    callback: 'callbackUrl',
    success: { status: 201, schema: AssignmentCreated, headers: AssignmentCreatedHeaders },
    present: presentCreated,
  }),
  apiRoute(validateAssignment, {
    method: 'post',
    path: '/api/v1/assignments/validate',
    headers,
    body: CreateAssignmentBody,
    success: { status: 200, schema: AssignmentValidation },
    present: (validation) => validation,
  }),
  apiRoute(listAssignments, {
    method: 'get',
    path: '/api/v1/assignments',
    success: { status: 200, schema: AssignmentList },
    present: (found) => presentPage(found, presentListItem),
  }),
  apiRoute(getAssignment, {
    method: 'get',
    path: '/api/v1/assignments/{id}',
    params,
    success: { status: 200, schema: Assignment },
    present: presentAssignment,
  }),
  apiRoute(updateAssignment, {
    method: 'patch',
    path: '/api/v1/assignments/{id}',
    params,
    body: UpdateAssignmentBody,
    success: { status: 200, schema: UpdatedAssignment, headers: UpdatedAssignmentHeaders },
    present: presentUpdated,
  }),
  apiRoute(retryAssignment, {
    method: 'post',
    path: '/api/v1/assignments/{id}/retry',
    params,
    success: { status: 200, schema: RetriedAssignment, headers: CreditHeaders },
    present: presentRetried,
  }),
  apiRoute(cancelAssignment, {
    method: 'delete',
    path: '/api/v1/assignments/{id}',
    params,
    success: { status: 204, schema: z.void() },
    present: () => undefined,
  }),
];
