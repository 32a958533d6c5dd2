import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Clock } from '../clock';
import { openCollection } from '../storage/collection';
import {
  Asked,
  Card,
  Charge,
  Configuration,
  Customer,
  Dispute,
  Event,
  KnownKey,
  Portal,
  Price,
  Session,
  Subscription,
  TaxSettings,
} from './records';

/** The number of latest calls that are kept. */
const askedMax = 2000;

/** The records of the sandbox's Stripe. */
export function openStore(dataDir: string) {
  const open = <T>(name: string, schema: z.ZodType<T>) =>
    openCollection(join(dataDir, 'stripe', `${name}.jsonl`), schema);
  const asked = open('asked', Asked);
  const collections = {
    customers: open('customers', Customer),
    cards: open('cards', Card),
    sessions: open('sessions', Session),
    charges: open('charges', Charge),
    disputes: open('disputes', Dispute),
    subscriptions: open('subscriptions', Subscription),
    configurations: open('configurations', Configuration),
    portals: open('portals', Portal),
    prices: open('prices', Price),
    tax: open('tax', TaxSettings),
    events: open('events', Event),
    keys: open('keys', KnownKey),
    asked,
  };
  return {
    ...collections,
    noteAsked(call: Asked) {
      asked.put(call.id, call);
      for (const { id } of asked.values().slice(0, -askedMax)) asked.delete(id);
    },
    clear() {
      for (const collection of Object.values(collections)) collection.clear();
    },
  };
}
export type Store = ReturnType<typeof openStore>;

/** The context that all parts of the sandbox's Stripe share. */
export interface StripeContext {
  readonly store: Store;
  readonly clock: Clock;
  /** The address of its pages, without a slash at the end. */
  readonly origin: () => string;
  readonly secretKey: string;
  /** The address to which events are sent; undefined: none is. */
  readonly listenerUrl: string | undefined;
  /** Sends an event to all listeners. */
  readonly announce: (type: string, object: Record<string, unknown>) => void;
}

/** The sandbox's time in seconds. */
export function secondsOf(clock: Clock): number {
  return Math.floor(clock() / 1000);
}

/** An id as Stripe makes ids: the kind of object, and letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, '0')}`;
}
