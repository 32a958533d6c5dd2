import type { Clock } from '../clock';
import type { Settings } from '../settings';
import type { YoutubeConfig } from './config';
import type { YoutubeSettings } from './settings';
import type { YoutubeStore } from './store';

/** The context that all parts of the sandbox's YouTube share. */
export interface YoutubeContext {
  readonly config: YoutubeConfig;
  readonly store: YoutubeStore;
  readonly settings: { read(): Settings & YoutubeSettings };
  readonly clock: Clock;
}
