import { killDuring } from './crashPoint';
import { defineScenarios } from './scenarios';
import { runAssignments } from './work/workload';

defineScenarios([
  {
    title: 'a process that is killed is started again, and all that was promised is kept, once',
    /** Points at which a mistake would cost most; `npm run test:deep` has every point. */
    points: [
      'assignments.createForWorkspace.after',
      'temporal.start.after',
      'youtube.media.send.after',
      'youtube.video.publish.after',
      'facebook.draft.create.after',
      'assignments.change.answered.accepted.after',
      'assignments.move.published.after',
    ],
    play: killDuring(runAssignments),
  },
]);
