import { z } from 'zod';
import { lineOfText } from '../../http/fields';
import { AssignmentId, exampleIds } from '../../http/ids';
import { AssignmentStatus } from '../schema';

const postIdLengthMax = 200;

export const ResolveAssignmentInput = z.object({
  assignmentId: AssignmentId,
  outcome: z
    .enum(['published', 'notPublished'])
    .meta({ description: 'Whether the post is on the channel, as somebody has seen there' }),
  platformPostId: lineOfText(postIdLengthMax)
    .optional()
    .meta({ description: 'With `published`: the id of the post on its platform, which is asked about it' }),
});
export type ResolveAssignmentInput = z.output<typeof ResolveAssignmentInput>;

export const ResolveAssignmentBody = {
  id: 'ResolveAssignmentBody',
  example: { outcome: 'published', platformPostId: '104500000000001_122100000000002' },
};

export const ResolvedAssignment = z
  .strictObject({ id: AssignmentId, status: AssignmentStatus })
  .meta({ id: 'ResolvedAssignment', example: { id: exampleIds.assignment, status: 'published' } });
export type ResolvedAssignment = z.infer<typeof ResolvedAssignment>;
