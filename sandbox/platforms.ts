import { facebook } from './facebook/index';
import { youtube } from './youtube/index';

/** Every platform that there is: one folder and one line each. Options, hosts, controls, pages and state follow from it. */
export const platformModules = { youtube, facebook };
