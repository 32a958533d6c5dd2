import { z } from 'zod';
import { Count } from '../http/fields';

/** The cost of a call. REST has it in headers (contract.md §6). */
export const ToolCredits = z.strictObject({
  used: Count.meta({ description: 'Credits that this call took or held' }),
  balance: Count.meta({ description: 'Credits left afterwards' }),
});
export type ToolCredits = z.infer<typeof ToolCredits>;

/** In words. */
export function sayCredits({ used, balance }: ToolCredits): string {
  return `${used} credits used, ${balance} left.`;
}

/** The words about a page of a list. */
export function sayPage(what: string, { items, total, page, limit }: PageOf, lines: readonly string[]): string {
  if (items.length === 0)
    return total === 0 ? `There are no ${what}.` : `Page ${page} has no ${what}; there are ${total}.`;
  const rest = page * limit < total ? [`Call again with page ${page + 1} for more.`] : [];
  return [`${items.length} of ${total} ${what}, newest first:`, ...lines, ...rest].join('\n');
}

interface PageOf {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
}
