import { queryOptions } from '@tanstack/react-query';
import type { Capabilities } from '../../api/platforms/schema';
import { checkPayload } from '../../domain/payload';
import type { FieldErrors, PayloadField } from '../../domain/payload';
import { get } from '../http/request';

export type TypeOffered = Capabilities['contentTypes'][number];
export type FieldOffered = TypeOffered['payloadFields'][number];
/** The typed values, by the names of their fields. A field that nobody touched is not there. */
export type Values = Readonly<Record<string, unknown>>;

const slowMs = 5 * 60_000;

export const capabilitiesQuery = (platform: string) =>
  queryOptions({
    queryKey: ['capabilities', platform],
    queryFn: async ({ signal }) => get<Capabilities>(`/console/platforms/${platform}/capabilities`, { signal }),
    staleTime: slowMs,
  });

/** The faults of the values, field by field: the check of the API, without the rules that only a platform has. */
export function faultsIn(fields: readonly FieldOffered[], values: Values): FieldErrors {
  const { errors } = checkPayload(fields.map(asDescribed), values);
  return Object.fromEntries(Object.entries(errors).map(([name, faults]) => [name.replace(/^payload\./, ''), faults]));
}

/** A field with its value changed; an empty text is left out, unless it replaces another one. */
export function withValue(values: Values, name: string, value: unknown, keepsEmpty: boolean): Values {
  const { [name]: _replaced, ...others } = values;
  const isEmpty = value === '' || value === null || (Array.isArray(value) && value.length === 0);
  return isEmpty && !keepsEmpty ? others : { ...others, [name]: value };
}

/** An answer says null where the description says nothing. */
function asDescribed(field: FieldOffered): PayloadField {
  const { name, label, type, required, description, options, maxLength, minItems, maxItems } = field;
  return {
    name,
    label,
    type,
    required,
    description,
    ...(field.default !== null && { default: field.default }),
    ...(options && { options }),
    ...(maxLength !== null && { maxLength }),
    ...(minItems !== null && { minItems }),
    ...(maxItems !== null && { maxItems }),
  };
}
