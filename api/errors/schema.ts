import { z } from 'zod';
import { failureKinds, remedies } from '../../domain/failures/failures';
import { errorKinds } from '../http/errors';

const codes = [...new Set([...Object.keys(failureKinds), ...Object.keys(errorKinds)])];

export const ExplainErrorInput = z.object({
  code: z.enum(codes).meta({ description: 'Of `errors` of a failed assignment, or of an answer that refuses' }),
});

export const ErrorExplained = z
  .strictObject({
    code: z.string(),
    failure: z
      .strictObject({ meaning: z.string(), transient: z.boolean(), whoActs: z.string(), remedy: z.enum(remedies) })
      .nullable()
      .meta({ description: 'As the code of an assignment that failed; null: none fails with it' }),
    refusal: z
      .strictObject({ status: z.int(), meaning: z.string() })
      .nullable()
      .meta({ description: 'As the code of a request that is refused; null: none is refused with it' }),
  })
  .meta({ id: 'ErrorExplained' });
export type ErrorExplained = z.infer<typeof ErrorExplained>;
