import { isDeepStrictEqual } from 'node:util';
import { assignmentChanges, changesMax } from '../../../models/assignments/reads/assignmentChanges';
import type { AssignmentChanges } from '../../../models/assignments/reads/assignmentChanges';
import { Membership, membershipName } from '../../../models/organizations/Membership';
import type { OrganizationTenant } from '../../../models/database/Tenant';
import type { EventStream } from '../../http/EventStream';
import { presentEntry, presentRemoval } from '../presentParts';
import type { Rereads } from './rereads';

/** A user, the assignment that the user follows, and the last event that the user has. */
export interface EventSubscription {
  tenant: OrganizationTenant;
  userId: string;
  assignmentId: string;
  /** The id of the last event that the client has; 0: none. */
  after: number;
  /** When the client's token expires. */
  endsAt: Date;
}

/**
 * One stream: reads the events after its last event, and sends them. A stream reads nothing while the client has unread
 * events, so that a slow client costs no more than one read.
 */
export class Follower {
  readonly #watch: EventSubscription;
  readonly #stream: EventStream;
  readonly #rereads: Rereads;
  readonly #expiry: NodeJS.Timeout;
  #after: number;
  #progress: AssignmentChanges['progress'] = null;
  #removal: AssignmentChanges['removal'] = null;
  #isDue = false;
  #isAtWork = false;

  constructor(watch: EventSubscription, stream: EventStream, rereads: Rereads) {
    this.#watch = watch;
    this.#stream = stream;
    this.#rereads = rereads;
    this.#after = watch.after;
    this.#expiry = setTimeout(() => this.end(), Math.max(0, watch.endsAt.getTime() - Date.now())).unref();
  }

  get userId(): string {
    return this.#watch.userId;
  }

  get assignmentId(): string {
    return this.#watch.assignmentId;
  }

  /** The name under which the end of the user's membership is notified. */
  get membership(): string {
    return membershipName({ organizationId: this.#watch.tenant.organizationId, userId: this.userId });
  }

  /** Catches up on every change whose notice may have been lost. */
  catchUp(): void {
    this.update();
    this.#try(async () => {
      if (!(await Membership.goesOn(this.#watch))) this.end();
    });
  }

  /** Sends new events, now or as soon as the client has read the earlier events. */
  update(): void {
    this.#isDue = true;
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    this.#try(async () => this.#sendAll().finally(() => (this.#isAtWork = false)));
  }

  beat(): void {
    this.#stream.beat();
  }

  end(): void {
    if (this.#stream.isOpen) this.#stream.end();
  }

  /** The client has gone. */
  forget(): void {
    clearTimeout(this.#expiry);
    this.#rereads.forget(this);
  }

  async #sendAll(): Promise<void> {
    while (this.#isDue && this.#stream.isOpen) {
      if (this.#stream.isFull) await this.#stream.whenRead();
      this.#isDue = false;
      const { tenant, assignmentId } = this.#watch;
      const changes = await assignmentChanges({ tenant, assignmentId, after: this.#after });
      if (changes) this.#send(changes);
      else this.end();
    }
  }

  #send({ events, progress, removal }: AssignmentChanges): void {
    if (!this.#stream.isOpen) return;
    this.#after = events.at(-1)?.id ?? this.#after;
    if (events.length === changesMax) this.#isDue = true;
    const isProgress = !this.#isDue && progress !== null && !isDeepStrictEqual(progress, this.#progress);
    if (isProgress || progress === null) this.#progress = progress;
    const isRemoval = !isDeepStrictEqual(removal, this.#removal);
    this.#removal = removal;
    this.#stream.send([
      ...events.map((event) => ({ name: 'status', id: event.id, data: presentEntry(event) })),
      ...(isProgress ? [{ name: 'progress', data: progress }] : []),
      ...(isRemoval ? [{ name: 'removal', data: { removal: removal && presentRemoval(removal) } }] : []),
    ]);
  }

  /** A fault of the database passes: the stream stays open, and the failed work is done again. */
  #try(work: () => Promise<void>): void {
    work().then(
      () => this.#rereads.succeeded(),
      (error: unknown) => {
        if (this.#stream.isOpen) this.#rereads.failed(this, error);
      },
    );
  }
}
