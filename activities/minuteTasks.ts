import type { ActivityDeps } from './deps';
import { readDuePictures } from './pictures/readPictures';
import { readDuePosts } from './readPosts';

type Run = Parameters<typeof readDuePosts>[1];

/** The minute tasks that ask the outside (models/housekeeping/minuteTasks.ts), by their names. */
export function createMinuteTasks(deps: ActivityDeps) {
  return {
    'read-pictures': async (run: Run) => readDuePictures(deps, run),
    'read-posts': async (run: Run) => readDuePosts(deps, run),
  };
}
