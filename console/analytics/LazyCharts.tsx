import { lazyPart } from '../parts/lazyPart';

/** The charts and their library are loaded when the first of them is shown. */
export const Bars = lazyPart(async () => (await import('./Charts')).Bars);
export const Lines = lazyPart(async () => (await import('./Charts')).Lines);
