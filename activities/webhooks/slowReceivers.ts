/** A prompt host takes a webhook within this time. */
export const promptMs = 1000;
/** The number of receivers that are remembered as slow. Beyond it the oldest receiver is forgotten. */
const slowReceiversMax = 10_000;

/** The receivers at which the last attempt of a workspace failed, or took over 1 s. */
export class SlowReceivers {
  readonly #slow = new Set<string>();

  has(host: string, workspaceId: string): boolean {
    return this.#slow.has(receiverOf(host, workspaceId));
  }

  /** Remembers how the last attempt of this workspace at this host ended. */
  note(
    { host, workspaceId }: { host: string; workspaceId: string },
    { isDelivered, durationMs }: { isDelivered: boolean; durationMs: number },
  ): void {
    const receiver = receiverOf(host, workspaceId);
    this.#slow.delete(receiver);
    if (isDelivered && durationMs <= promptMs) return;
    this.#slow.add(receiver);
    const [oldest = receiver] = this.#slow;
    if (this.#slow.size > slowReceiversMax) this.#slow.delete(oldest);
  }
}

/** A URL's host has no space. */
export function receiverOf(host: string, workspaceId: string): string {
  return `${workspaceId} ${host}`;
}
