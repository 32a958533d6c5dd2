import type { Clock } from '../clock';
import type { SandboxConfig } from '../config';
import type { Turns } from '../http/turns';
import type { SettingsStore } from '../settings';
import type { FacebookStore } from './store';

/** What every part of the sandbox's Facebook works with. */
export interface FacebookContext {
  readonly config: SandboxConfig;
  readonly store: FacebookStore;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  /** Of requests that send bytes of one video. */
  readonly turns: Turns;
}
