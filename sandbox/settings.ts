import { join } from 'node:path';
import { z } from 'zod';
import { openDocument } from './storage/document';

/** The settings that all platforms share. */
export const Settings = z.object({
  /** A video that is uploaded from now on is processed for this long; 0: it is processed at once. */
  processingMs: z.int().nonnegative(),
  /** The end of processing for a video that is uploaded from now on; `stuck`: it has no end. */
  outcome: z.enum(['succeeded', 'failed', 'rejected', 'terminated', 'stuck']),
  /** Added to the machine's time, everywhere in the sandbox. */
  clockSkewMs: z.int(),
});
export type Settings = z.infer<typeof Settings>;

/** The settings that one platform has besides: its own names, and their values at first. */
export interface SettingsGroup<T> {
  readonly schema: z.ZodType<T> & { readonly shape: z.ZodRawShape };
  readonly initial: T;
}

/** Settings by their names, as they are told and kept. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The behaviour of the platforms, changed by `POST /_sandbox/settings` and kept over a restart. */
export interface SettingsStore {
  read(): Settings;
  /** Adds the settings of a platform, which reads them with the shared settings. Throws if kept settings are wrong. */
  add<T extends object>(group: SettingsGroup<T>): { read(): Settings & T };
  /** Throws when a kept setting was not added. */
  assertKnown(): void;
  all(): SettingValues;
  /** The schema of a change: any part of the settings. Other settings stay as they are. */
  changeSchema(): z.ZodType<SettingValues>;
  change(change: SettingValues): SettingValues;
  /** Goes back to the settings that the sandbox was started with. */
  reset(): void;
}

/** Opens the settings kept in `dataDir`; `processingMs` is the value of this setting until a change. */
export function openSettings(dataDir: string, processingMs: number): SettingsStore {
  const kept = openDocument<SettingValues>(join(dataDir, 'settings.json'), z.record(z.string(), z.unknown()), {});
  let shape: z.ZodRawShape = {};
  let initial: SettingValues = {};
  // A setting that an older file lacks has its initial value.
  const now = () => merged(initial, kept.read());
  const readerOf = <T>(schema: z.ZodType<T>) => {
    let [record, values] = [kept.read(), schema.parse(now())];
    return {
      read() {
        if (record !== kept.read()) [record, values] = [kept.read(), schema.parse(now())];
        return values;
      },
    };
  };
  const include = <T extends object>(group: SettingsGroup<T>) => {
    shape = { ...shape, ...group.schema.shape };
    initial = { ...initial, ...group.initial };
  };
  include({ schema: Settings, initial: { processingMs, outcome: 'succeeded', clockSkewMs: 0 } });
  const shared = readerOf(Settings);
  const all = () => z.strictObject(shape).parse(now());
  return {
    read: () => shared.read(),
    add(group) {
      include(group);
      return readerOf(Settings.and(group.schema));
    },
    assertKnown: () => void all(),
    all,
    changeSchema: () => z.strictObject(Object.fromEntries(Object.entries(shape).map(toChange))),
    change(change) {
      kept.write(z.strictObject(shape).parse(merged(now(), change)));
      return all();
    },
    reset: () => kept.write(initial),
  };
}

/** The values with the changes to them; a value that has parts is changed part by part. */
function merged(values: SettingValues, changes: SettingValues): SettingValues {
  const changed = Object.entries(changes).map(([name, value]) => {
    const before = values[name];
    return [name, hasParts(before) && hasParts(value) ? { ...before, ...value } : value];
  });
  return { ...values, ...Object.fromEntries(changed) };
}

function hasParts(value: unknown): value is SettingValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toChange([name, schema]: [string, z.core.$ZodType]): [string, z.ZodType] {
  return [name, schema instanceof z.ZodObject ? schema.partial().optional() : z.optional(schema)];
}
