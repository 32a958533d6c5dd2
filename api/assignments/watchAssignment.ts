import { z } from 'zod';
import { assignmentChanges } from '../../models/assignments/reads/assignmentChanges';
import type { MemberPrincipal } from '../auth/Principal';
import { AssignmentId } from '../http/ids';
import type { EventsAnswer } from '../http/Route';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { AssignmentDeps } from './deps';
import { noSuchAssignment, streamsRefused, tooManyStreams } from './refusals';

const LastEventId = z
  .int()
  .min(0)
  .max(999_999_999_999_999)
  .meta({ description: 'The id of the last event that you have', example: 4711 });

export const watchAssignment = defineUseCase({
  name: 'watchAssignment',
  action: 'assignment.watch',
  summary: 'Follow the changes of an assignment',
  description:
    'Server-sent events. `status` has an entry of the timeline, and an id. The stream begins with all of them, or with those after `Last-Event-ID` if that is one of them. `progress` has how much of the media has been transferred; only the latest is sent. The stream ends when your token expires or you are no member any more. Free of charge.',
  input: z.object({ assignmentId: AssignmentId, lastEventId: LastEventId.optional() }),
  refuses: [noSuchAssignment, tooManyStreams, streamsRefused],
  run: async (
    { deps, principal }: Context<MemberPrincipal, AssignmentDeps>,
    { assignmentId, lastEventId: after = 0 },
  ): Promise<EventsAnswer['follow']> => {
    const { tenant, userId, sessionEndsAt: endsAt } = principal;
    if (!(await assignmentChanges({ tenant, assignmentId, after }))) throw noSuchAssignment.error();
    const watch = { tenant, userId, assignmentId, after, endsAt };
    return (open) => deps.watching.follow(watch, open);
  },
});
