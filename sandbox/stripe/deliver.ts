import StripeLibrary from 'stripe';
import type { StripeObject } from './objects';
import type { Event } from './records';
import { newId, secondsOf } from './store';
import type { Store } from './store';
import type { Clock } from '../clock';

/** The version of the API in which events are written. */
export const apiVersion = '2026-10-28.endive';
const answerMsDefault = 30_000;
const firstDelayMs = 1000;
const delayMaxMs = 60_000;

/** The address to which events are sent, and the secret that signs them. */
export interface Listener {
  /** Undefined: there is no listener, and events are only kept. */
  readonly url: string | undefined;
  readonly secret: string;
}

/** Sends events, each by itself and until it is answered with success: they may come in another order, and twice. */
export interface Deliveries {
  announce(type: string, object: StripeObject): void;
  /** Sends events that were delivered once more. */
  repeat(events: readonly Event[]): void;
  stop(): void;
}

/** An event as its bytes go over the wire. */
export function eventBody(event: Event): string {
  return JSON.stringify(eventObject(event), null, 2);
}

/** An event as the API lists it. */
export function eventObject({ id, created, type, object }: Event): StripeObject {
  const request = { id: null, idempotency_key: null };
  const facts = { id, object: 'event', api_version: apiVersion, created, livemode: false, pending_webhooks: 1, type };
  return { ...facts, data: { object }, request };
}

/**
 * Opens the deliveries; events that a stop has left are sent again.
 * @param answerMs the time in which the listener has to answer an event
 */
export function openDeliveries(
  store: Store,
  clock: Clock,
  { url, secret }: Listener,
  answerMs = answerMsDefault,
): Deliveries {
  const timers = new Set<NodeJS.Timeout>();
  const stopping = new AbortController();

  const sendLater = (id: string, delayMs: number) => {
    if (url === undefined || stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void deliver(id, url);
    }, delayMs);
    timers.add(timer.unref());
  };

  const deliver = async (id: string, to: string): Promise<void> => {
    const event = store.events.get(id);
    if (!event) return;
    const status = await limited(stopping.signal, answerMs, async (signal) =>
      send(to, eventBody(event), secret, signal),
    );
    if (stopping.signal.aborted || !store.events.get(id)) return;
    const isDelivered = status !== null && status >= 200 && status < 300;
    store.events.put(id, { ...event, attempts: event.attempts + 1, lastStatus: status, isDelivered });
    if (!isDelivered) sendLater(id, Math.min(delayMaxMs, firstDelayMs * 2 ** event.attempts));
  };

  for (const { id, isDelivered } of store.events.values()) if (!isDelivered) sendLater(id, firstDelayMs);
  return {
    announce(type, object) {
      const facts = { id: newId('evt'), created: secondsOf(clock), type, object };
      store.events.put(facts.id, { ...facts, attempts: 0, lastStatus: null, isDelivered: false });
      sendLater(facts.id, 0);
    },
    repeat(events) {
      for (const { id } of events) sendLater(id, 0);
    },
    stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** @returns the status of the answer; null: there was no answer */
async function send(to: string, payload: string, secret: string, signal: AbortSignal): Promise<number | null> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': StripeLibrary.webhooks.generateTestHeaderString({ payload, secret }),
  };
  try {
    const answer = await fetch(to, { method: 'POST', headers, body: payload, signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

/**
 * Runs `work` with a signal that ends with `stopping`, or after `limitMs`. The timer holds the signal: a time-out among the
 * sources of `AbortSignal.any` is garbage to Node 20, and then never comes.
 */
async function limited<T>(
  stopping: AbortSignal,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = (): void => limit.abort();
  if (stopping.aborted) end();
  stopping.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, limitMs).unref();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
  }
}
