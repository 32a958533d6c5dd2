import type { Clock } from '../clock';
import type { SandboxConfig } from '../config';
import type { Turns } from '../http/turns';
import type { SettingsStore } from '../settings';
import type { FacebookStore } from './store';

/** The context that all parts of the sandbox's Facebook share. */
export interface FacebookContext {
  readonly config: SandboxConfig;
  readonly store: FacebookStore;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  /** Of requests that send bytes of one video. */
  readonly turns: Turns;
}
