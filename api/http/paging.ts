import { z } from 'zod';
import { pageSizeDefault } from '../../domain/limits';
import { wholeNumber } from './fields';

const pageMax = 1_000_000_000;

/** The query parameters of a paged list. */
export function pageQuery(sizeMax: number) {
  return {
    page: wholeNumber(1, pageMax)
      .default(1)
      .meta({ type: 'integer', minimum: 1, default: 1, description: 'Which page, from 1' }),
    limit: wholeNumber(1, sizeMax).default(pageSizeDefault).meta({
      type: 'integer',
      minimum: 1,
      maximum: sizeMax,
      default: pageSizeDefault,
      description: 'How many items a page has',
    }),
  };
}

/** One page of a list, newest first. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int().meta({ description: 'How many there are on all pages' }),
    page: z.int(),
    limit: z.int(),
  });
}
