import type { Capabilities } from '../../api/platforms/schema';
import { checkPayload } from '../../domain/payload/payload';
import type { FieldErrors } from '../../domain/payload/payload';

type FieldOffered = Capabilities['contentTypes'][number]['payloadFields'][number];
type ItemOffered = NonNullable<FieldOffered['items']>;

/** The faults of the values, field by field: the check of the API, but for where addresses lead. */
export function faultsIn(fields: readonly FieldOffered[], values: Readonly<Record<string, unknown>>): FieldErrors {
  return byName(checkPayload(fields, values).errors);
}

/** The same of the typed values of an object in a list. What is not typed yet has no fault. */
export function faultsOfItem(
  { fields, hasOneField }: ItemOffered,
  row: Readonly<Record<string, unknown>>,
): FieldErrors {
  const typed = (fields ?? []).filter(({ name }) => Object.hasOwn(row, name));
  const rules = typed.map((field) => ({ ...field, required: field.required || hasOneField }));
  return byName(checkPayload(rules, row).errors);
}

function byName(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([name, faults]) => [name.replace(/^payload\./, ''), faults]));
}
