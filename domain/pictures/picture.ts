import { gif, jpeg, png, webp } from '../mediaType';
import type { ImageLimits } from '../media';

/** The picture of a post or a channel as lists show it (contract.md §2): small, and made by the service of what its source serves. */

/** The longest side, in pixels. */
export const pictureSideMax = 320;
export const pictureBytesMax = 65_536;
/** How long an address of a picture is valid. */
export const pictureAddressSeconds = 3600;
/** A picture is shown for so many days after it was read, and is read again a day before. */
export const pictureDays = 30;

/** Pictures that are read: the formats that platforms take, and those in which they show pictures. */
export const pictureLimits: ImageLimits = {
  noun: 'picture',
  maxFileSizeBytes: 52_428_800,
  formats: [jpeg, png, webp, gif],
};
/** A decoded pixel takes 4 bytes, twice. */
export const picturePixelsMax = 25_000_000;

const minuteMs = 60_000;
/** After each try that may pass. After the last one, the picture is read again when its post changes, or its channel is connected again. */
const pausesMs = [1, 5, 30, 180, 720, 1440, 2880].map((minutes) => minutes * minuteMs);

/** The pause after so many failed tries in a row; null: there is no other try. */
export function pictureTryPauseMs(failedTries: number): number | null {
  return pausesMs[failedTries - 1] ?? null;
}
