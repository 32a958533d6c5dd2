/** The prices that the sandbox's account has: of a month, in cents. */
export const prices: Readonly<Record<string, { name: string; amount: number }>> = {
  price_sandbox_creator: { name: 'Creator', amount: 1900 },
  price_sandbox_business: { name: 'Business', amount: 14_900 },
};

export function priceOf(id: string): { name: string; amount: number } {
  return prices[id] ?? { name: id, amount: 0 };
}
