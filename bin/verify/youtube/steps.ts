import type { Step } from '../step';
import { accessSteps, laterSteps } from './accessSteps';
import { extraSteps } from './extraSteps';
import { endSteps, postSteps } from './postSteps';
import { publicSteps } from './publicSteps';
import { shortStep } from './shortStep';
import { uploadSteps } from './uploadSteps';
import type { YouTubeWalk } from './YouTubeWalk';

/** The walk on YouTube, in its order. */
export const youtubeSteps: readonly Step<YouTubeWalk>[] = [
  ...accessSteps,
  ...uploadSteps,
  ...postSteps,
  shortStep,
  ...extraSteps,
  ...publicSteps,
  ...endSteps,
  ...laterSteps,
];
