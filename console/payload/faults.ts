import type { Capabilities } from '../../api/platforms/schema';
import { checkPayload } from '../../domain/payload';
import type { FieldErrors, PayloadField } from '../../domain/payload';

type FieldOffered = Capabilities['contentTypes'][number]['payloadFields'][number];

/** The faults of the values, field by field: the check of the API, but for where addresses lead. */
export function faultsIn(fields: readonly FieldOffered[], values: Readonly<Record<string, unknown>>): FieldErrors {
  const { errors } = checkPayload(fields.map(asDescribed), values);
  return Object.fromEntries(Object.entries(errors).map(([name, faults]) => [name.replace(/^payload\./, ''), faults]));
}

/** An answer says null where the description says nothing. */
function asDescribed(field: FieldOffered): PayloadField {
  const { name, label, type, required, description, options, needsVisible, isMultiline, format, ...limits } = field;
  const { default: value, maxLength, maxBytes, pattern, patternFault, minItems, maxItems, maxTotalLength } = limits;
  return {
    name,
    label,
    type,
    required,
    description,
    ...(value !== null && { default: value }),
    ...(options && { options }),
    ...(needsVisible && { needsVisible }),
    ...(isMultiline && { isMultiline }),
    ...(format && { format }),
    ...(maxLength !== null && { maxLength }),
    ...(maxBytes !== null && { maxBytes }),
    ...(pattern !== null && { pattern }),
    ...(patternFault !== null && { patternFault }),
    ...(minItems !== null && { minItems }),
    ...(maxItems !== null && { maxItems }),
    ...(maxTotalLength !== null && { maxTotalLength }),
  };
}
