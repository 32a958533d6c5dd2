import { createEventBuffer } from 'better-sse';
import type { Response } from 'express';

/** How long a client waits before it asks again, in milliseconds. */
const retryMs = 2_000;

export interface SentEvent {
  name: string;
  /** The id that the client sends when it asks again; absent: the client sends the id of the event before. */
  id?: number;
  data: object;
}

/**
 * An answer that goes on until the service or the client ends it (WHATWG HTML, "Server-sent events"). The library
 * writes the format. Its sessions are not used, since they write to clients that do not read, and have a timer each.
 */
export class EventStream {
  readonly #response: Response;
  #wake: () => void = () => undefined;

  /** Sends the head of the answer. */
  constructor(response: Response) {
    this.#response = response;
    response.on('drain', () => this.#wake()).once('close', () => this.#wake());
    // Proxies may neither buffer events nor change them.
    response.status(200).set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    response.write(createEventBuffer().retry(retryMs).dispatch().read());
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  /** True while the client has to read before more is sent. */
  get isFull(): boolean {
    return this.#response.writableNeedDrain;
  }

  send(events: readonly SentEvent[]): void {
    const buffer = createEventBuffer();
    for (const { name, id, data } of events) {
      buffer.event(name);
      if (id !== undefined) buffer.id(String(id));
      buffer.data(data).dispatch();
    }
    if (events.length > 0) this.#response.write(buffer.read());
  }

  /** Shows the client, and every proxy on the way, that the stream is open. */
  beat(): void {
    if (this.isOpen && !this.isFull) this.#response.write(createEventBuffer().comment().dispatch().read());
  }

  /** Ends the stream, without a wait for a client that does not read. */
  end(): void {
    if (this.isFull) this.#response.destroy();
    else this.#response.end();
  }

  /** Resolves when the client has read the sent events, or has gone. For one waiting caller at a time. */
  async whenRead(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  /** @param then called at once if the client has gone already */
  onceClosed(then: () => void): void {
    if (this.#response.closed) then();
    else this.#response.once('close', then);
  }
}
