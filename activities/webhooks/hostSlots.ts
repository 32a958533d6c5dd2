import { KeyedLimiter } from '../../lib/KeyedLimiter';
import type { Lease } from '../../lib/KeyedLimiter';
import { promptMs, receiverOf, SlowReceivers } from './slowReceivers';

/** Requests of one workspace to one host at the same time, from one process. */
const receiverMax = 10;
/** Requests of all workspaces to one host: many of them may have a receiver there. */
const hostMax = 20;
/** While so large a part of the queue's slots is free, a workspace may take more than its share. */
const freePart = 1 / 2;
/** The share of a workspace, to all its hosts: this part of the slots of the queue. */
const workspacePart = 1 / 4;

/** The place of one request among the requests under way to its host. */
export interface HostSlot {
  readonly host: string;
  readonly workspaceId: string;
  readonly beganAtMs: number;
}

/**
 * Keeps slow or dead receivers from taking all slots of the queue. Each host has a share of its own. A workspace takes at
 * most half of the slots, however many hosts it names, and only its share while others take slots, too.
 */
export class HostSlots {
  readonly slowReceivers = new SlowReceivers();
  readonly #queueSlots: number;
  readonly #workspaceMax: number;
  readonly #hosts = new KeyedLimiter({ perKey: hostMax });
  readonly #receivers = new KeyedLimiter({ perKey: receiverMax });
  readonly #workspaces: KeyedLimiter;
  readonly #underWay = new Map<HostSlot, readonly Lease[]>();

  /** @param queueSlots attempts that the process makes at the same time */
  constructor(queueSlots: number) {
    this.#queueSlots = queueSlots;
    this.#workspaceMax = Math.max(1, Math.floor(queueSlots * workspacePart));
    this.#workspaces = new KeyedLimiter({ perKey: this.#workspaceMax });
  }

  /** @returns a slot that must be left again, or null while the share of the host or of the workspace is taken */
  enter(host: string, workspaceId: string): HostSlot | null {
    const isScarce = this.#workspaces.total >= this.#queueSlots * freePart;
    const entries = [
      () => this.#hosts.tryEnter(host),
      () => this.#receivers.tryEnter(receiverOf(host, workspaceId)),
      () => this.#workspaces.tryEnter(workspaceId, isScarce ? this.#workspaceMax : Infinity),
    ];
    const leases: Lease[] = [];
    for (const enter of entries) {
      const lease = enter();
      if (!lease) {
        for (const { leave } of leases) leave();
        return null;
      }
      leases.push(lease);
    }
    const slot = { host, workspaceId, beganAtMs: performance.now() };
    this.#underWay.set(slot, leases);
    return slot;
  }

  leave(slot: HostSlot): void {
    for (const { leave } of this.#underWay.get(slot) ?? []) leave();
    this.#underWay.delete(slot);
  }

  /**
   * False when the workspace's last attempt at the host failed or took over 1 s, and while an attempt is under way for
   * longer. A workspace that has not met the host in this process finds it prompt: webhooks of other workspaces may
   * hang there, at an address of their own.
   */
  isPrompt(host: string, workspaceId: string): boolean {
    if (this.slowReceivers.has(host, workspaceId)) return false;
    const oldest = [...this.#underWay.keys()].find((slot) => slot.host === host && slot.workspaceId === workspaceId);
    return oldest === undefined || performance.now() - oldest.beganAtMs <= promptMs;
  }
}
