import { join } from 'node:path';
import { z } from 'zod';
import { openCollection } from '../storage/collection';
import type { SignatureCheck } from './signature';

/** The name of a receiver, as its address has it. */
export const ReceiverName = z.string().regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots or dashes');

const status = z.int().min(200).max(599);

/** The behaviour of a receiver, kept over a restart. */
const ReceiverSettings = z.strictObject({
  /** The secret that signs deliveries, as the sender shows it; null: signatures are not checked. */
  secret: z.string().min(1).nullable(),
  status,
  headers: z.record(z.string(), z.string()),
  /** The time for which a sender waits for the answer. */
  delayMs: z.int().nonnegative().max(3_600_000),
  /** The next so many deliveries are answered `failStatus`. */
  failTimes: z.int().nonnegative(),
  failStatus: status,
});
export type ReceiverSettings = z.infer<typeof ReceiverSettings>;

/** Any part of the settings; other settings stay as they are. */
export const ReceiverSettingsChange = ReceiverSettings.partial();
export type ReceiverSettingsChange = z.infer<typeof ReceiverSettingsChange>;

/** A request that has arrived. */
export interface Delivery {
  readonly seq: number;
  /** By the machine's own clock. */
  readonly receivedAt: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text if it is UTF-8, else base64. */
  readonly body: string;
  readonly bodyEncoding: 'utf8' | 'base64';
  readonly signature: SignatureCheck;
  readonly answeredStatus: number;
}

/** All receivers, by name; an unused name is an empty receiver. Deliveries live in memory: a restart forgets them. */
export interface Receivers {
  /** The names that have settings or deliveries. */
  names(): string[];
  settings(name: string): ReceiverSettings;
  change(name: string, change: ReceiverSettingsChange): ReceiverSettings;
  /** Drops the oldest deliveries: a receiver keeps 500, and all receivers together keep 32 MiB of bodies. */
  add(name: string, delivery: Omit<Delivery, 'seq'>): Delivery;
  /** The deliveries after a number, oldest first. */
  since(name: string, seq: number): Delivery[];
  clear(): void;
}

const deliveriesMax = 500;
const bodyCharactersMax = 32 * 1024 * 1024;
const initial: ReceiverSettings = {
  secret: null,
  status: 200,
  headers: {},
  delayMs: 0,
  failTimes: 0,
  failStatus: 500,
};

/** Opens the receivers whose settings are kept in `dataDir`. */
export function openReceivers(dataDir: string): Receivers {
  const settings = openCollection(
    join(dataDir, 'receivers.jsonl'),
    z.object({ name: z.string(), settings: ReceiverSettings }),
  );
  const kept = new Map<number, { readonly name: string; readonly delivery: Delivery }>();
  let seq = 0;
  const of = (name: string) => [...kept.values()].flatMap((one) => (one.name === name ? [one.delivery] : []));
  const dropOldest = (name: string) => {
    for (const { seq: number } of of(name).slice(0, -deliveriesMax)) kept.delete(number);
    let characters = [...kept.values()].reduce((sum, { delivery }) => sum + delivery.body.length, 0);
    for (const [number, { delivery }] of kept) {
      if (characters <= bodyCharactersMax) return;
      kept.delete(number);
      characters -= delivery.body.length;
    }
  };
  const read = (name: string) => settings.get(name)?.settings ?? initial;
  return {
    names: () => [...new Set([...settings.values(), ...kept.values()].map(({ name }) => name))],
    settings: read,
    change(name, change) {
      settings.put(name, { name, settings: ReceiverSettings.parse({ ...read(name), ...change }) });
      return read(name);
    },
    add(name, received) {
      seq += 1;
      const delivery = { seq, ...received };
      kept.set(seq, { name, delivery });
      dropOldest(name);
      return delivery;
    },
    since: (name, after) => of(name).filter((delivery) => delivery.seq > after),
    clear() {
      kept.clear();
      settings.clear();
    },
  };
}
