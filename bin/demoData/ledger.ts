import { cycleAt } from '../../domain/credits';
import type { CreditEntryType, CreditOperation } from '../../domain/credits';

/** Something that moves credits. A hold is settled once, by `post` or `void`. */
export type Movement = { readonly at: Date } & (
  | {
      readonly kind: 'hold';
      readonly holdId: string;
      readonly credits: number;
      readonly operation: CreditOperation;
      readonly assignmentId: string | null;
    }
  | { readonly kind: 'post' | 'void'; readonly holdId: string }
  | { readonly kind: 'purchase'; readonly credits: number }
);

export interface Entry {
  type: CreditEntryType;
  credits: number;
  amount: number;
  balanceAfter: number;
  operation: CreditOperation | null;
  assignmentId: string | null;
  holdId: string | null;
  cycleCredits: number | null;
  cycleStartedAt: Date;
  description: string;
  createdAt: Date;
}

export interface Ledger {
  readonly entries: readonly Entry[];
  readonly account: {
    readonly cycleStartedAt: Date;
    readonly cycleResetsAt: Date;
    readonly held: number;
    readonly posted: number;
    readonly purchased: number;
  };
}

type Hold = Extract<Movement, { kind: 'hold' }> & { readonly cycleStartedAt: Date };
type Draft = Partial<Entry> & Pick<Entry, 'type' | 'credits' | 'amount' | 'description'>;

/**
 * The ledger that credits leave that are moved in this order, up to `now`, cycle by cycle (contract.md §6). Pure.
 * @throws Error if a cycle's credits do not suffice: a history is not to use bought ones
 */
export function ledgerOf(movements: readonly Movement[], monthly: number, firstDay: Date, now: Date): Ledger {
  const book = new Book(monthly, firstDay);
  for (const movement of movements) {
    book.turnUntil(movement.at);
    if (movement.kind === 'purchase') book.purchase(movement);
    else if (movement.kind === 'hold') book.hold(movement);
    else book.settle(movement);
  }
  book.turnUntil(now);
  return book;
}

class Book implements Ledger {
  readonly entries: Entry[] = [];
  readonly account;
  readonly #holds = new Map<string, Hold>();
  readonly #monthly: number;
  readonly #firstDay: Date;

  constructor(monthly: number, firstDay: Date) {
    const { startedAt, resetsAt } = cycleAt(firstDay, firstDay);
    this.account = { cycleStartedAt: startedAt, cycleResetsAt: resetsAt, held: 0, posted: 0, purchased: 0 };
    this.#monthly = monthly;
    this.#firstDay = firstDay;
    this.#grant(firstDay);
  }

  /** Ends each cycle that has ended by then, and begins the next one. */
  turnUntil(at: Date): void {
    const { account } = this;
    while (account.cycleResetsAt <= at) {
      const endedAt = account.cycleResetsAt;
      const unused = this.#monthly - account.held - account.posted;
      const expiry = { type: 'expire', credits: unused, amount: -unused, balanceAfter: account.purchased } as const;
      if (unused > 0) this.#write(endedAt, { ...expiry, description: 'Unused when the cycle ended' });
      const { startedAt, resetsAt } = cycleAt(this.#firstDay, endedAt);
      Object.assign(account, { cycleStartedAt: startedAt, cycleResetsAt: resetsAt, held: 0, posted: 0 });
      this.#grant(endedAt);
    }
  }

  purchase({ at, credits }: Extract<Movement, { kind: 'purchase' }>): void {
    this.account.purchased += credits;
    this.#write(at, { type: 'purchase', credits, amount: credits, description: 'Credits bought' });
  }

  hold(movement: Extract<Movement, { kind: 'hold' }>): void {
    const { at, credits, operation, assignmentId, holdId } = movement;
    const { account } = this;
    account.held += credits;
    if (account.held + account.posted > this.#monthly) throw new Error('the credits of the cycle do not suffice');
    this.#holds.set(holdId, { ...movement, cycleStartedAt: account.cycleStartedAt });
    const of = { credits, operation, assignmentId, holdId, cycleCredits: credits };
    this.#write(at, { ...of, type: 'hold', amount: -credits, description: `Held for ${operation}` });
  }

  settle({ at, kind, holdId }: Extract<Movement, { kind: 'post' | 'void' }>): void {
    const hold = this.#holds.get(holdId);
    if (!hold) throw new Error('there is no such hold');
    const { account } = this;
    const { credits, operation, assignmentId, cycleStartedAt } = hold;
    const current = cycleStartedAt.getTime() === account.cycleStartedAt.getTime() ? credits : 0;
    account.held -= current;
    const of = { credits, operation, assignmentId, holdId, cycleStartedAt };
    if (kind === 'post') {
      account.posted += current;
      this.#write(at, { ...of, type: 'charge', amount: 0, description: `Charged for ${operation}` });
      return;
    }
    const balanceAfter = this.#balance + credits - current;
    this.#write(at, {
      ...of,
      type: 'release',
      amount: credits,
      balanceAfter,
      description: `Released from ${operation}`,
    });
    if (current < credits)
      this.#write(at, { ...of, type: 'expire', amount: -credits, description: 'Released after its cycle had ended' });
  }

  get #balance(): number {
    const { held, posted, purchased } = this.account;
    return this.#monthly - held - posted + purchased;
  }

  #grant(at: Date): void {
    const credits = this.#monthly;
    this.#write(at, { type: 'grant', credits, amount: credits, description: 'Credits of the cycle' });
  }

  #write(createdAt: Date, draft: Draft): void {
    const of = { operation: null, assignmentId: null, holdId: null, cycleCredits: null };
    const { cycleStartedAt } = this.account;
    this.entries.push({ ...of, cycleStartedAt, balanceAfter: this.#balance, createdAt, ...draft });
  }
}
