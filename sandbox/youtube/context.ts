import type { Clock } from '../clock';
import type { SandboxConfig } from '../config';
import type { SettingsStore } from '../settings';
import type { YoutubeStore } from './store';

/** What every part of the sandbox's YouTube works with. */
export interface YoutubeContext {
  readonly config: SandboxConfig;
  readonly store: YoutubeStore;
  readonly settings: SettingsStore;
  readonly clock: Clock;
}
