import type { SettingsStore } from './settings';

/** The sandbox's time in milliseconds since 1970: token lifetimes, quota days, processing and publishAt go by it. */
export type Clock = () => number;

/** The machine's time plus the skew of the settings. */
export function skewedClock(settings: SettingsStore): Clock {
  return () => Date.now() + settings.read().clockSkewMs;
}
