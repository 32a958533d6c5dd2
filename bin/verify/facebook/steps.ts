import type { Step } from '../step';
import { accessSteps } from './accessSteps';
import { daySteps } from './daySteps';
import type { FacebookWalk } from './FacebookWalk';
import { kinds } from './kinds';
import { kindSteps } from './kindSteps';
import { pageSteps } from './liveSteps';

/** The walk on a page, in its order. */
export const facebookSteps: readonly Step<FacebookWalk>[] = [
  ...accessSteps,
  ...pageSteps,
  ...kinds.flatMap(kindSteps),
  ...daySteps,
];
