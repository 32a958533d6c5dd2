import type { Clock } from '../clock';
import type { Turns } from '../http/turns';
import type { PlatformApp } from '../platform';
import type { Settings } from '../settings';
import type { FacebookGroup } from './settings';
import type { FacebookStore } from './store';

/** The context that all parts of the sandbox's Facebook share. */
export interface FacebookContext {
  readonly app: PlatformApp;
  readonly store: FacebookStore;
  readonly settings: { read(): Settings & FacebookGroup };
  readonly clock: Clock;
  /** Of requests that send bytes of one video. */
  readonly turns: Turns;
}
