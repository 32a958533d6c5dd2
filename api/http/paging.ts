import { z } from 'zod';
import { pageSizeDefault } from '../../domain/limits';
import { Count } from './fields';

const pageMax = 1_000_000_000;

/** The fields of the input of a paged list. */
export function pageFields(sizeMax: number) {
  return {
    page: z.int().min(1).max(pageMax).default(1).meta({ description: 'Which page, from 1' }),
    limit: z.int().min(1).max(sizeMax).default(pageSizeDefault).meta({ description: 'How many items a page has' }),
  };
}

/** One page of a list, newest first. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item),
    total: Count.meta({ description: 'How many there are on all pages' }),
    page: z.int().min(1),
    limit: z.int().min(1),
  });
}

/** One page of rows, as a use case has found it. */
export interface PageFound<Row> {
  items: readonly Row[];
  total: number;
  page: number;
  limit: number;
}

export function presentPage<Row, Item>({ items, ...of }: PageFound<Row>, present: (row: Row) => Item) {
  return { items: items.map(present), ...of };
}
