import { z } from 'zod';

/** An identifier as the contract writes it: UUID, 8-4-4-4-12 in lower case (contract.md §13: upper case is malformed). */
export const Id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID in lower case')
  .meta({ format: 'uuid' });
export type Id = z.infer<typeof Id>;
