import type { YoutubeContext } from './context';
import { refuse } from './errors';
import type { QuotaUse } from './records';

/** Made when it is used first: the tables of time zones take a while to load. */
let california: Intl.DateTimeFormat | undefined;

/** The quota used today; a new day begins at midnight in California. */
export function quotaUsedToday({ store, clock }: YoutubeContext): QuotaUse {
  california ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' });
  const day = california.format(clock());
  return store.quotaUse.get(day) ?? { day, uploads: 0, units: 0, channelUploads: {} };
}

/** Takes units of the project's quota. Throws 403 quotaExceeded when not enough are left (reference §1). */
export function spendUnits(context: YoutubeContext, units: number): void {
  const use = quotaUsedToday(context);
  if (use.units + units > context.settings.read().quota.unitsPerDay) throw refuse('quotaExceeded');
  context.store.quotaUse.put(use.day, { ...use, units: use.units + units });
}

/** Takes one call of the bucket "Video Uploads". Throws 429 rateLimitExceeded when it is empty (reference §0). */
export function spendUpload(context: YoutubeContext): void {
  const use = quotaUsedToday(context);
  if (use.uploads + 1 > context.settings.read().quota.uploadsPerDay) throw refuse('rateLimitExceeded');
  context.store.quotaUse.put(use.day, { ...use, uploads: use.uploads + 1 });
}

/** Throws 400 uploadLimitExceeded when the channel has uploaded as many videos today as it may (reference §0). */
export function assertChannelMayUpload(context: YoutubeContext, channelId: string): void {
  const limit = context.settings.read().quota.channelUploadsPerDay;
  if (limit === null) return;
  if ((quotaUsedToday(context).channelUploads[channelId] ?? 0) >= limit) throw refuse('uploadLimitExceeded');
}

/** Notes that a channel has uploaded one more video. */
export function countChannelUpload(context: YoutubeContext, channelId: string): void {
  const use = quotaUsedToday(context);
  const channelUploads = { ...use.channelUploads, [channelId]: (use.channelUploads[channelId] ?? 0) + 1 };
  context.store.quotaUse.put(use.day, { ...use, channelUploads });
}
