import type { Step } from '../step';
import { accessSteps, laterSteps } from './accessSteps';
import { postSteps } from './postSteps';
import { uploadSteps } from './uploadSteps';
import type { YouTubeWalk } from './YouTubeWalk';

/** The walk on YouTube, in its order. */
export const youtubeSteps: readonly Step<YouTubeWalk>[] = [...accessSteps, ...uploadSteps, ...postSteps, ...laterSteps];
