import { killDuring } from './crashPoint';
import { defineScenarios } from './scenarios';
import { runJobs } from './workload';

/** Where a mistake would cost most; `npm run test:deep` has every point. */
const points = [
  'create.committed',
  'dispatch.started',
  'youtube.media.answered',
  'youtube.publish.answered',
  'transition.committed.published',
];
const scenario = { points, play: killDuring(runJobs) };

defineScenarios('a process that is killed is started again, and all that was promised is kept, once', [scenario]);
