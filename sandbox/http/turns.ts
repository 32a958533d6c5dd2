import type { IncomingMessage } from 'node:http';

/** One request at a time a session: the later one ends the earlier, whose sender has plainly given it up. */
export interface Turns {
  take<T>(sessionId: string, req: IncomingMessage, work: () => Promise<T>): Promise<T>;
}

/** Turns of which none is taken. */
export function openTurns(): Turns {
  const running = new Map<string, { req: IncomingMessage; ended: Promise<void> }>();
  return {
    async take(sessionId, req, work) {
      for (let earlier = running.get(sessionId); earlier; earlier = running.get(sessionId)) {
        earlier.req.socket.destroy();
        await earlier.ended;
      }
      const working = work();
      const ended = working.then(
        () => undefined,
        () => undefined,
      );
      running.set(sessionId, { req, ended: ended.then(() => void running.delete(sessionId)) });
      return working;
    },
  };
}
