import type { Clock } from '../clock';
import type { PlatformApp } from '../platform';
import type { Settings } from '../settings';
import type { YoutubeSettings } from './settings';
import type { YoutubeStore } from './store';

/** The context that all parts of the sandbox's YouTube share. */
export interface YoutubeContext {
  readonly app: PlatformApp;
  readonly store: YoutubeStore;
  readonly settings: { read(): Settings & YoutubeSettings };
  readonly clock: Clock;
}
