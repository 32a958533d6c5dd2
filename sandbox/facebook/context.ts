import type { Clock } from '../clock';
import type { Turns } from '../http/turns';
import type { Settings } from '../settings';
import type { FacebookConfig } from './config';
import type { FacebookGroup } from './settings';
import type { FacebookStore } from './store';

/** The context that all parts of the sandbox's Facebook share. */
export interface FacebookContext {
  readonly config: FacebookConfig;
  readonly store: FacebookStore;
  readonly settings: { read(): Settings & FacebookGroup };
  readonly clock: Clock;
  /** Of requests that send bytes of one video. */
  readonly turns: Turns;
}
