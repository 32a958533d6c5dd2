import { z } from 'zod';
import { creditEntryTypes, prices } from '../../domain/credits';
import { pageSizeMax } from '../../domain/limits';
import { Count, DateBound, lineOfText, Timestamp } from '../http/fields';
import { AssignmentId, exampleIds, TransactionId, UserId } from '../http/ids';
import { pageFields, pageOf } from '../http/paging';
import { textInParts } from '../http/body/parts';

const searchLengthMax = 255;

export const CreditOperation = z.enum(prices.map(({ operation }) => operation)).meta({ example: 'publish.video' });

const TransactionType = z.enum(creditEntryTypes).meta({ id: 'TransactionType', example: 'hold' });

/** When transactions were made. */
export const rangeFields = {
  dateFrom: DateBound.optional().meta({ description: 'Made then or later; a date alone is 00:00 UTC' }),
  dateTo: DateBound.optional().meta({ description: 'Made before' }),
};

export const TransactionListInput = z.object({
  type: TransactionType.optional().meta({ description: 'Only those of this type' }),
  ...rangeFields,
  ...pageFields(pageSizeMax),
});

export const TransactionSearchInput = TransactionListInput.extend({
  search: lineOfText(searchLengthMax)
    .optional()
    .meta({ description: 'Part of the description in any case, or the id of an assignment' }),
});

/** All pages of a search. */
export const TransactionExportInput = TransactionSearchInput.omit({ page: true, limit: true });

const example = {
  id: exampleIds.transaction,
  type: 'hold',
  credits: 10,
  amount: -10,
  balanceAfter: 490,
  operation: 'publish.video',
  assignmentId: exampleIds.assignment,
  userId: exampleIds.user,
  description: 'Held for publish.video',
  createdAt: '2026-12-01T09:00:00.000Z',
};

export const Transaction = z
  .strictObject({
    id: TransactionId,
    type: TransactionType,
    credits: Count.meta({ description: 'How many it concerns' }),
    amount: z.int().meta({ description: 'Its effect on the balance; all of them add up to it' }),
    balanceAfter: Count,
    operation: CreditOperation.nullable(),
    assignmentId: AssignmentId.nullable(),
    userId: UserId.nullable().meta({ description: 'Who has used the credits; null for an API key' }),
    description: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Transaction', example });
export type Transaction = z.infer<typeof Transaction>;

export const TransactionList = pageOf(Transaction).meta({
  id: 'TransactionList',
  example: { items: [example], total: 1, page: 1, limit: 20 },
});

export const TransactionOverview = z
  .strictObject({
    granted: Count,
    charged: Count,
    released: Count,
    purchased: Count,
    byOperation: z
      .array(z.strictObject({ operation: CreditOperation, credits: Count, count: Count }))
      .meta({ description: 'What was charged for, the most expensive first' }),
    byDay: z
      .array(z.strictObject({ date: z.iso.date(), credits: Count }))
      .meta({ description: 'What was charged on each day (UTC), from the first transaction to today' }),
  })
  .meta({
    id: 'TransactionOverview',
    example: {
      granted: 500,
      charged: 12,
      released: 10,
      purchased: 0,
      byOperation: [
        { operation: 'publish.video', credits: 10, count: 1 },
        { operation: 'publish.image', credits: 2, count: 1 },
      ],
      byDay: [{ date: '2026-12-01', credits: 12 }],
    },
  });
export type TransactionOverview = z.infer<typeof TransactionOverview>;

export const TransactionExport = textInParts(
  'id,type,credits,amount,balanceAfter,operation,assignmentId,userId,description,createdAt\r\n' +
    `${Object.values(example).join(',')}\r\n`,
);

export const TransactionExportHeaders = z.object({
  'Content-Disposition': z
    .literal('attachment; filename="transactions.csv"')
    .meta({ description: 'Browsers save the answer under this name' }),
});
