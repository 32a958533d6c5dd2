import { z } from 'zod';
import { interventions, obstacleWords } from '../../domain/assignment/interventions';
import { noteMoves } from '../../lib/noteMoved';
import { intervene as storeIntervention } from '../../models/assignments/store/intervene';
import { limitsOf } from '../../platforms/index';
import { noSuchAssignment } from '../assignments/refusals';
import { conflict } from '../http/errors';
import { AssignmentId } from '../http/ids';
import { defineUseCase } from '../useCase';

const refused = conflict<[reason: string]>(
  (reason) => `The assignment is left as it is: ${reason}.`,
  obstacleWords.ended,
);

/** For administrators of this installation, in any workspace (docs/runbook.md). */
export const intervene = defineUseCase({
  name: 'intervene',
  action: 'platformAdmin',
  summary: 'Help an assignment on that is stuck',
  description:
    'For platform administrators. `retryNow` makes the next try at once, `reconcile` replaces the run by another one, `giveUp` lets the ' +
    'assignment fail, `endCleanUp` leaves what is not public on the platform. None of them shortens the time that a call to the ' +
    'platform may take; `giveUp` is refused meanwhile.',
  input: z.object({
    assignmentId: AssignmentId,
    intervention: z
      .enum(interventions)
      .meta({ description: 'What is done; 409 with the reason where the state forbids it' }),
  }),
  refuses: [noSuchAssignment, refused],
  run: async ({ deps, principal: { userId } }, { assignmentId, intervention }) => {
    const done = await storeIntervention(assignmentId, intervention, (platform) => limitsOf(deps.platforms, platform));
    if (!done) throw noSuchAssignment.error();
    if (done.obstacle !== null) throw refused.error(obstacleWords[done.obstacle]);
    const { status, generation } = done.assignment;
    const { platform } = done.facts;
    deps.logger.warn(
      { assignmentId, intervention, userId, status, generation },
      'an administrator has helped an assignment on',
    );
    noteMoves(deps, { assignmentId, platform, generation }, done.change);
    deps.dispatch(done.outboxIds);
    return { id: assignmentId, status };
  },
});
