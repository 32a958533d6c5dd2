import { lazy } from 'react';

/** The charts and their library are loaded when the first of them is shown. */
export const Bars = lazy(async () => ({ default: (await import('./Charts')).Bars }));
export const Lines = lazy(async () => ({ default: (await import('./Charts')).Lines }));
