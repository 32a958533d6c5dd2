/** A credit account as a pure model that knows no SQL (contract.md §6). */
export interface Account {
  monthly: number;
  /** The grant from the next cycle on; null: the same grant. */
  nextMonthly: number | null;
  cycle: number;
  held: number;
  posted: number;
  purchased: number;
  purchasedHeld: number;
  /** The purchases in the order of their orders; each credit costs the same. */
  purchases: Purchase[];
  holds: Hold[];
  /** Two members; an API key does all else. */
  members: Member[];
}

interface Purchase {
  credits: number;
  isPaid: boolean;
  /** The credits of all refunds so far. */
  refunded: number;
  takenBack: number;
}

interface Hold {
  cycle: number;
  fromCycle: number;
  bought: number;
  member: number | null;
  isOpen: boolean;
}

interface Member {
  limit: number | null;
  /** The credits used in the present cycle. */
  used: number;
}

export function openAccount(monthly: number): Account {
  const none = { held: 0, posted: 0, purchased: 0, purchasedHeld: 0 };
  const members = [
    { limit: null, used: 0 },
    { limit: null, used: 0 },
  ];
  return { monthly, nextMonthly: null, cycle: 0, ...none, purchases: [], holds: [], members };
}

export function balanceOf({ monthly, held, posted, purchased }: Account): number {
  return monthly - held - posted + purchased;
}

/** The credits that a member may still hold; null: an API key. */
export function availableTo(account: Account, index: number | null): number {
  const member = account.members[index ?? -1];
  const left = member?.limit == null ? Infinity : Math.max(0, member.limit - member.used);
  return Math.min(balanceOf(account), left);
}

/** @returns whether there was enough; the hold's number is its place in `holds` */
export function hold(account: Account, credits: number, index: number | null = null): boolean {
  if (credits > availableTo(account, index)) return false;
  const fromCycle = Math.min(credits, account.monthly - account.held - account.posted);
  const bought = credits - fromCycle;
  const member = account.members[index ?? -1];
  account.held += fromCycle;
  account.purchased -= bought;
  account.purchasedHeld += bought;
  if (member) member.used += credits;
  account.holds.push({ cycle: account.cycle, fromCycle, bought, member: index, isOpen: true });
  return true;
}

export function settle(account: Account, index: number, how: 'post' | 'void'): void {
  const settled = account.holds[index];
  if (!settled?.isOpen) return;
  settled.isOpen = false;
  account.purchasedHeld -= settled.bought;
  const isPresent = settled.cycle === account.cycle;
  const member = account.members[settled.member ?? -1];
  if (isPresent) account.held -= settled.fromCycle;
  if (isPresent && how === 'post') account.posted += settled.fromCycle;
  if (how === 'void') account.purchased += settled.bought;
  if (isPresent && how === 'void' && member) member.used -= settled.fromCycle + settled.bought;
  takeBack(account);
}

/** Each purchase is paid once. */
export function pay(account: Account, index: number): void {
  const purchase = account.purchases[index];
  if (!purchase || purchase.isPaid) return;
  purchase.isPaid = true;
  account.purchased += purchase.credits;
  takeBack(account);
}

/** A refund counts all refunds so far, and may be reported before its payment. */
export function refund(account: Account, index: number, credits: number): void {
  const purchase = account.purchases[index];
  if (!purchase) return;
  purchase.refunded = Math.max(purchase.refunded, credits);
  takeBack(account);
}

/** Refunded credits can never be spent: they are taken as soon as bought credits are free of holds. */
function takeBack(account: Account): void {
  for (const purchase of account.purchases.filter(({ isPaid }) => isPaid)) {
    const taken = Math.min(purchase.refunded - purchase.takenBack, account.purchased);
    purchase.takenBack += taken;
    account.purchased -= taken;
  }
}

export function turn(account: Account): void {
  account.cycle += 1;
  account.held = 0;
  account.posted = 0;
  account.monthly = account.nextMonthly ?? account.monthly;
  account.nextMonthly = null;
  for (const member of account.members) member.used = 0;
}

/** Changes the plan: up at once, down when the cycle ends. */
export function changePlan(account: Account, monthly: number): void {
  account.nextMonthly = monthly < account.monthly ? monthly : null;
  account.monthly = Math.max(account.monthly, monthly);
}
