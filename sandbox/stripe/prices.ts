import type { Price } from './records';
import type { Store } from './store';

/** The prices with which the sandbox's account begins: of a month, in cents. */
const firstPrices: readonly Price[] = [
  { id: 'price_sandbox_creator', name: 'Creator', amount: 1900, isActive: true },
  { id: 'price_sandbox_business', name: 'Business', amount: 14_900, isActive: true },
];

/** The price as a control has left it. */
export function findPrice({ prices }: Store, id: string): Price | undefined {
  return prices.get(id) ?? firstPrices.find((price) => price.id === id);
}

/** The price of a subscription: its account has it. */
export function priceOf(store: Store, id: string): Price {
  return findPrice(store, id) ?? { id, name: id, amount: 0, isActive: false };
}
