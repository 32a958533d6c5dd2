import type { Capabilities } from '../../api/platforms/schema';
import { checkPayload } from '../../domain/payload/payload';
import type { FieldErrors } from '../../domain/payload/payload';

type FieldOffered = Capabilities['contentTypes'][number]['payloadFields'][number];

/** The faults of the values, field by field: the check of the API, but for where addresses lead. */
export function faultsIn(fields: readonly FieldOffered[], values: Readonly<Record<string, unknown>>): FieldErrors {
  const { errors } = checkPayload(fields, values);
  return Object.fromEntries(Object.entries(errors).map(([name, faults]) => [name.replace(/^payload\./, ''), faults]));
}
