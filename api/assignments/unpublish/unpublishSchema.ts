import { z } from 'zod';
import { removalModes } from '../../../domain/platform';
import { AssignmentId, exampleIds } from '../../http/ids';
import { AssignmentStatus } from '../schema';
import { exampleRemoval, Removal } from '../post/postSchema';

export const UnpublishAssignmentInput = z.object({
  assignmentId: AssignmentId,
  mode: z
    .enum(removalModes)
    .default('delete')
    .meta({ description: '`delete` removes the post for good; `private` hides it from everybody but its channel' }),
});
export type UnpublishAssignmentInput = z.output<typeof UnpublishAssignmentInput>;

export const UnpublishAssignmentBody = {
  id: 'UnpublishAssignmentBody',
  example: { mode: 'delete' },
  isOptional: true,
} as const;

export const UnpublishedAssignment = z
  .strictObject({ id: AssignmentId, status: AssignmentStatus, removal: Removal })
  .meta({
    id: 'UnpublishedAssignment',
    example: { id: exampleIds.assignment, status: 'published', removal: exampleRemoval },
  });
export type UnpublishedAssignment = z.infer<typeof UnpublishedAssignment>;
