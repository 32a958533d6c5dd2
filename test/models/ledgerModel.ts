/** What a credit account is to do, as a pure model that knows no SQL (contract.md §6). */
export interface Account {
  monthly: number;
  cycle: number;
  held: number;
  posted: number;
  purchased: number;
  holds: Hold[];
}

interface Hold {
  cycle: number;
  fromCycle: number;
  bought: number;
  isOpen: boolean;
}

export function balanceOf({ monthly, held, posted, purchased }: Account): number {
  return monthly - held - posted + purchased;
}

/** @returns whether there was enough; the hold's number is its place in `holds` */
export function hold(account: Account, credits: number): boolean {
  if (credits > balanceOf(account)) return false;
  const fromCycle = Math.min(credits, account.monthly - account.held - account.posted);
  account.held += fromCycle;
  account.purchased -= credits - fromCycle;
  account.holds.push({ cycle: account.cycle, fromCycle, bought: credits - fromCycle, isOpen: true });
  return true;
}

export function settle(account: Account, index: number, how: 'post' | 'void'): void {
  const settled = account.holds[index];
  if (!settled?.isOpen) return;
  settled.isOpen = false;
  const isPresent = settled.cycle === account.cycle;
  if (isPresent) account.held -= settled.fromCycle;
  if (isPresent && how === 'post') account.posted += settled.fromCycle;
  if (how === 'void') account.purchased += settled.bought;
}

export function turn(account: Account): void {
  account.cycle += 1;
  account.held = 0;
  account.posted = 0;
}
