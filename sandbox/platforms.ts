import type { OpenPlatform } from './platform';
import { openFacebook } from './facebook/index';
import { openYoutube } from './youtube/index';

/** Every platform that there is, one line each. Ports, controls, pages and state take their platforms from here. */
export const openPlatforms: readonly OpenPlatform[] = [openYoutube, openFacebook];
