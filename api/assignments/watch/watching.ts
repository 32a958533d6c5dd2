import { eventStreamsMax } from '../../../domain/limits';
import { paced } from '../../../domain/pace';
import type { Logger } from '../../../lib/logger';
import { changesChannel } from '../../../models/assignments/AssignmentEvent';
import { listen } from '../../../lib/listen';
import type { Listener } from '../../../lib/listen';
import { membershipsChannel } from '../../../models/organizations/Membership';
import type { ApiError } from '../../http/errors';
import type { EventStream } from '../../http/EventStream';
import { Follower } from './follower';
import type { EventSubscription } from './follower';
import { streamsRefused, tooManyStreams } from '../refusals';
import { createRereads } from './rereads';

/** The limit for one user in one process. */
const streamsOfUserMax = 100;
const beatMs = 15_000;
const reconnectMs = 500;

/** The event streams of this process. */
export interface EventStreams {
  /**
   * Sends the following events, until the client goes, the token expires, or the user is no member any more.
   * @param open begins the answer; the stream counts from the same tick, so that a burst passes no limit
   * @throws ApiError before the answer has begun: 429 for a user with many streams, 503 where there is no room, or
   *   while the process stops
   */
  follow(watch: EventSubscription, open: () => EventStream): void;
  /** Ends all streams, and admits no more. */
  stop(): Promise<void>;
}

interface WatchingDeps {
  databaseUrl: string;
  logger: Logger;
}

/**
 * Streams share one connection that hears of changes; the first stream opens it. A notice is a hint: each stream reads
 * the table from its own last event. So a lost notice loses no event, once the connection listens again.
 */
export function createWatching(deps: WatchingDeps): EventStreams {
  const followers = new Set<Follower>();
  const rereads = createRereads(deps.logger);
  let listener: Listener | undefined;
  let beat: NodeJS.Timeout | undefined;
  let isStopping = false;

  function begin(): void {
    listener ??= listenFor(followers, deps);
    beat ??= setInterval(() => {
      for (const follower of followers) follower.beat();
    }, paced(beatMs)).unref();
  }

  return {
    follow: (watch, open) => {
      if (isStopping) throw refusedForNow();
      admitTo(followers, watch.userId);
      begin();
      const stream = open();
      const follower = new Follower(watch, stream, rereads);
      followers.add(follower);
      stream.onceClosed(() => {
        followers.delete(follower);
        follower.forget();
      });
      follower.catchUp();
    },
    stop: async () => {
      isStopping = true;
      clearInterval(beat);
      rereads.stop();
      for (const follower of followers) follower.end();
      await listener?.stop();
    },
  };
}

function listenFor(followers: ReadonlySet<Follower>, deps: WatchingDeps): Listener {
  return listen({
    ...deps,
    name: 'content-delivery-events',
    channels: [changesChannel, membershipsChannel],
    reconnectMs: paced(reconnectMs),
    onNotice: (channel, payload) => {
      for (const follower of followers) {
        if (channel === changesChannel && follower.assignmentId === payload) follower.update();
        if (channel === membershipsChannel && follower.membership === payload) follower.end();
      }
    },
    onListening: () => {
      for (const follower of followers) follower.catchUp();
    },
  });
}

function admitTo(followers: ReadonlySet<Follower>, userId: string): void {
  if (followers.size >= eventStreamsMax) throw refusedForNow();
  const own = [...followers].filter((follower) => follower.userId === userId).length;
  if (own >= streamsOfUserMax) throw tooManyStreams.errorWith({ headers: { 'Retry-After': '30' } }, own);
}

function refusedForNow(): ApiError {
  return streamsRefused.errorWith({ headers: { 'Retry-After': '1' } });
}
