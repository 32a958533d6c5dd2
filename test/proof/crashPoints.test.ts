import { killDuring } from './crashPoint';
import { defineScenarios } from './scenarios';
import { runJobs } from './work/workload';

defineScenarios([
  {
    title: 'a process that is killed is started again, and all that was promised is kept, once',
    /** Points at which a mistake would cost most; `npm run test:deep` has every point. */
    points: [
      'create.committed',
      'dispatch.started',
      'media.answered',
      'youtube.publish.answered',
      'facebook.draft.created',
      'attempt.accepted',
      'assignment.stored.published',
    ],
    play: killDuring(runJobs),
  },
]);
