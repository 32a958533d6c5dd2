import type { Clock } from '../clock';
import type { SandboxConfig } from '../config';
import type { SettingsStore } from '../settings';
import type { YoutubeStore } from './store';

/** The context that all parts of the sandbox's YouTube share. */
export interface YoutubeContext {
  readonly config: SandboxConfig;
  readonly store: YoutubeStore;
  readonly settings: SettingsStore;
  readonly clock: Clock;
}
