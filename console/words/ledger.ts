import type { FinanceState } from '../../api/billing/schema';
import { contentTypes } from '../../domain/assignment';
import { prices } from '../../domain/credits';
import type { CreditEntryType, CreditOperation } from '../../domain/credits';
import { texts } from '../texts/ledger';
import { texts as stateTexts } from '../texts/states';

/** Kinds of ledger entry. */
export const entryWords: Readonly<Record<CreditEntryType, { label: string; meaning: string }>> = texts.entries;

export const subscriptionWords: Readonly<Record<FinanceState['status'], { label: string; color: string }>> = {
  active: { label: texts.subscriptions.active, color: 'teal' },
  past_due: { label: texts.subscriptions.past_due, color: 'red' },
  canceled: { label: texts.subscriptions.canceled, color: 'gray' },
};

/** The name of an operation that costs credits. */
export function operationWords(operation: CreditOperation): string {
  if (operation === 'publish.update') return texts.operations.update;
  if (operation === 'stats.channel') return texts.operations.channelStats;
  if (operation === 'stats.post') return texts.operations.postStats;
  const type = contentTypes.find((one) => operation === `publish.${one}`);
  return type ? stateTexts.types[type] : operation;
}

/** An entry of the ledger, with the names of operations in words: "Held for video". */
export function describedEntry(description: string): string {
  const names = prices.map(({ operation }) => operation).find((operation) => description.includes(operation));
  return names === undefined ? description : description.replace(names, operationWords(names).toLowerCase());
}
