import type { FieldRules, PayloadField, PayloadValue } from './payloadField';
import { textFaults, totalFaults } from './payloadText';
import { withLineFeeds } from './text';

export type { FieldRules, PayloadField, PayloadValue } from './payloadField';

/** The payload of an assignment. */
export type Payload = Record<string, PayloadValue>;
/** The faults of each field, by its name (`payload.title`), as `details` of a 400. */
export type FieldErrors = Record<string, string[]>;

export interface PayloadCheck {
  /** Listed fields only, defaults filled in; complete when `errors` is empty. */
  payload: Payload;
  errors: FieldErrors;
  /** Names that no field describes: dropped, never an error (spec, Platform and capabilities). */
  ignored: string[];
}

/** Checks `input` against the field descriptors of one content type (contract.md §2, §13). Pure; never throws. */
export function checkPayload(fields: readonly FieldRules[], input: Record<string, unknown>): PayloadCheck {
  const check: PayloadCheck = { payload: {}, errors: {}, ignored: [] };
  for (const field of fields) {
    const given = Object.hasOwn(input, field.name) ? input[field.name] : undefined;
    if (given === undefined) {
      if (field.required) check.errors[`payload.${field.name}`] = ['is required'];
      else if (field.default !== undefined && field.default !== null) check.payload[field.name] = field.default;
      continue;
    }
    const value = readValue(field, given);
    if ('faults' in value) check.errors[`payload.${field.name}`] = value.faults;
    else check.payload[field.name] = value.value;
  }
  const known = new Set(fields.map((field) => field.name));
  check.ignored = Object.keys(input).filter((name) => !known.has(name));
  return check;
}

/**
 * The faults of a change of a public post: the fields that its platform does not let be changed any more. A field that keeps its
 * value is none. Pure.
 * @param named the fields that the change names
 */
export function fixedFaults(
  fields: readonly PayloadField[],
  { before, after, named }: { before: Payload; after: Payload; named: readonly string[] },
): FieldErrors {
  const isFixed = ({ name, editableAfterPublish }: PayloadField) =>
    !editableAfterPublish && named.includes(name) && !isSame(before[name], after[name]);
  return Object.fromEntries(
    fields.filter(isFixed).map(({ name }) => [`payload.${name}`, ['cannot be changed once the post is published']]),
  );
}

function isSame(one: PayloadValue | undefined, other: PayloadValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Read = { value: PayloadValue } | { faults: string[] };

function readValue(field: FieldRules, given: unknown): Read {
  return given === null ? refused('must not be null; leave it out instead') : readers[field.type](field, given);
}

function refused(...faults: string[]): Read {
  return { faults };
}

const readers: Record<PayloadField['type'], (field: FieldRules, given: unknown) => Read> = {
  string: readString,
  enum: ({ options }, given) =>
    typeof given === 'string' && options?.includes(given)
      ? { value: given }
      : refused(`must be one of: ${(options ?? []).join(', ')}`),
  array: readArray,
  boolean: (_field, given) => (typeof given === 'boolean' ? { value: given } : refused('must be true or false')),
  integer: (_field, given) =>
    typeof given === 'number' && Number.isSafeInteger(given) ? { value: given } : refused('must be a whole number'),
};

function readString(field: FieldRules, given: unknown): Read {
  if (typeof given !== 'string') return refused('must be a string');
  const value = withLineFeeds(given);
  const faults = textFaults(field, value);
  return faults.length === 0 ? { value } : { faults };
}

function readArray(field: FieldRules, given: unknown): Read {
  if (!isTextList(given)) return refused('must be a list of strings');
  const [minItems, maxItems] = [field.minItems ?? 0, field.maxItems ?? Infinity];
  const { length } = given;
  if (length < minItems) return refused(`must have at least ${minItems} items, has ${length}`);
  if (length > maxItems) return refused(`must have at most ${maxItems} items, has ${length}`);
  const value = given.map(withLineFeeds);
  const ofItems = value.flatMap((item, index) =>
    textFaults({ ...field, required: true }, item).map((fault) => `item ${index + 1}: ${fault}`),
  );
  const faults = [...ofItems, ...totalFaults(field, value)];
  return faults.length === 0 ? { value } : { faults };
}

function isTextList(given: unknown): given is string[] {
  return Array.isArray(given) && given.every((item) => typeof item === 'string');
}
