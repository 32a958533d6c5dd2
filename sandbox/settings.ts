import { join } from 'node:path';
import { z } from 'zod';
import { FacebookSettings, facebookDefaults } from './facebook/settings';
import { openDocument } from './storage/document';

/** The behaviour of the platforms, changed by `POST /_sandbox/settings` and kept over a restart. */
export const Settings = z.strictObject({
  /** A video that is uploaded from now on is processed for this long; 0: it is processed at once. */
  processingMs: z.int().nonnegative(),
  /** The end of processing for a video that is uploaded from now on; `stuck`: it has no end. */
  outcome: z.enum(['succeeded', 'failed', 'rejected', 'terminated', 'stuck']),
  /** Why, if it fails; null: only `processingFailureReason` tells, and `uploadStatus` stays `uploaded`. */
  failureReason: z.enum(['conversion', 'invalidFile', 'emptyFile', 'tooSmall', 'codec', 'uploadAborted']).nullable(),
  processingFailureReason: z.enum(['uploadFailed', 'transcodeFailed', 'streamingFailed', 'other']),
  /** Why, if it is rejected. */
  rejectionReason: z.enum([
    'copyright',
    'inappropriate',
    'duplicate',
    'termsOfUse',
    'uploaderAccountSuspended',
    'length',
    'claim',
    'uploaderAccountClosed',
    'trademark',
    'legal',
  ]),
  /** For so long after its upload, YouTube answers that it does not find a video which it puts into a playlist. */
  youngVideoMs: z.int().nonnegative(),
  quota: z.strictObject({
    /** The bucket "Video Uploads" of the project: videos.insert calls a day. */
    uploadsPerDay: z.int().nonnegative(),
    /** All other calls of the project, in units a day. */
    unitsPerDay: z.int().nonnegative(),
    /** Videos a channel may upload a day; null: any number. */
    channelUploadsPerDay: z.int().nonnegative().nullable(),
  }),
  facebook: FacebookSettings,
  /** Added to the machine's time, everywhere in the sandbox. */
  clockSkewMs: z.int(),
});
export type Settings = z.infer<typeof Settings>;

/** Any part of the settings; what is left out stays as it is. */
export const SettingsChange = Settings.partial().extend({
  quota: Settings.shape.quota.partial().optional(),
  facebook: FacebookSettings.partial().optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** Settings in a file, which may be older than a setting that exists now. */
const OlderSettings = z.looseObject({ facebook: z.looseObject({}).optional() });

export interface SettingsStore {
  read(): Settings;
  change(change: SettingsChange): Settings;
  /** Back to what the sandbox was started with. */
  reset(): void;
}

/** Opens the settings kept in `dataDir`; `processingMs` is what counts until they are changed. */
export function openSettings(dataDir: string, processingMs: number): SettingsStore {
  const initial: Settings = {
    processingMs,
    outcome: 'succeeded',
    failureReason: 'conversion',
    processingFailureReason: 'transcodeFailed',
    rejectionReason: 'termsOfUse',
    youngVideoMs: 0,
    quota: { uploadsPerDay: 100, unitsPerDay: 10_000, channelUploadsPerDay: null },
    facebook: facebookDefaults,
    clockSkewMs: 0,
  };
  // A file that is older than a setting has its initial value.
  const kept = z.preprocess((found) => {
    const { facebook, ...rest } = OlderSettings.parse(found);
    return { ...initial, ...rest, facebook: { ...initial.facebook, ...facebook } };
  }, Settings);
  const document = openDocument(join(dataDir, 'settings.json'), kept, initial);
  return {
    read: () => document.read(),
    change({ quota, facebook, ...rest }) {
      const now = document.read();
      const parts = { quota: { ...now.quota, ...quota }, facebook: { ...now.facebook, ...facebook } };
      document.write(Settings.parse({ ...now, ...rest, ...parts }));
      return document.read();
    },
    reset: () => document.write(initial),
  };
}
