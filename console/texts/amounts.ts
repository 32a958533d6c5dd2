/** "1,200". */
export function count(amount: number): string {
  return amount.toLocaleString('en');
}

/** "+12", "−3", "0". */
export function signed(amount: number): string {
  return amount.toLocaleString('en', { signDisplay: 'exceptZero' });
}

/** "94.9 %". @param share 0 to 1 */
export function percent(share: number): string {
  return `${(100 * share).toLocaleString('en', { maximumFractionDigits: 1 })} %`;
}

/** "$19", "$0.02". */
export function money(cents: number, currency: string): string {
  return (cents / 100).toLocaleString('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
}

/** "1 credit", "1,200 credits". */
export function credits(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'credit' : 'credits'}`;
}

/** "3 members". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** "grew by 85 to 1,240", "stayed at 12". */
export function moved(now: number, change: number): string {
  if (change === 0) return `stayed at ${count(now)}`;
  return `${change > 0 ? 'grew' : 'fell'} by ${count(Math.abs(change))} to ${count(now)}`;
}

const steps = ['B', 'kB', 'MB', 'GB', 'TB'];

/** "734 MB". */
export function bytes(size: number): string {
  const step = Math.min(steps.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
  const value = size / 1_000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${steps[step]}`;
}
