import type { FieldRules, PayloadField, PayloadValue } from './payloadField';
import { readValue } from './payloadValue';

export type { FieldRules, PayloadField, PayloadItem, PayloadPart, PayloadValue } from './payloadField';

/** The payload of an assignment. */
export type Payload = Record<string, PayloadValue>;
/** The faults of each field, by its name (`payload.title`), as `details` of a 400. */
export type FieldErrors = Record<string, string[]>;

export interface PayloadCheck {
  /** Listed fields only, defaults filled in; complete when `errors` is empty. */
  payload: Payload;
  errors: FieldErrors;
  /**
   * Names that no field describes: dropped, never an error (spec, Platform and capabilities). One of an object in a list has its
   * place, from 0: `captions[1].colour`.
   */
  ignored: string[];
}

/** Checks `input` against the field descriptors of one content type (contract.md §2, §13). Pure; never throws. */
export function checkPayload(fields: readonly FieldRules[], input: Record<string, unknown>): PayloadCheck {
  const check: PayloadCheck = { payload: {}, errors: {}, ignored: [] };
  const ofItems: string[] = [];
  for (const field of fields) {
    const given = Object.hasOwn(input, field.name) ? input[field.name] : undefined;
    if (given === undefined) {
      if (field.required) check.errors[`payload.${field.name}`] = ['is required'];
      else if (field.default !== undefined && field.default !== null) check.payload[field.name] = field.default;
      continue;
    }
    const read = readValue(field, given);
    if ('faults' in read) check.errors[`payload.${field.name}`] = read.faults;
    else {
      check.payload[field.name] = read.value;
      ofItems.push(...read.ignored.map((path) => field.name + path));
    }
  }
  for (const field of fields) {
    const fault = surplusFault(field, check.payload);
    if (fault === undefined) continue;
    delete check.payload[field.name];
    check.errors[`payload.${field.name}`] = [fault];
  }
  const known = new Set(fields.map((field) => field.name));
  check.ignored = [...Object.keys(input).filter((name) => !known.has(name)), ...ofItems];
  return check;
}

/** The fault of a list that has more items than the list whose items it is about. */
function surplusFault({ name, atMostAsManyAs: other }: FieldRules, payload: Payload): string | undefined {
  const [own, others] = [payload[name], typeof other === 'string' ? payload[other] : undefined];
  if (!Array.isArray(own) || !Array.isArray(others) || own.length <= others.length) return undefined;
  return `must have at most as many items as ${other}, which has ${others.length}; has ${own.length}`;
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

/** The names of fields that differ, although the media are there with which their platform took them. Pure. */
export function fixedByUpload(fields: readonly PayloadField[], before: Payload, after: Payload): string[] {
  const fixed = fields.filter(({ name, fixedWithUpload }) => fixedWithUpload && !isSame(before[name], after[name]));
  return fixed.map(({ name }) => name);
}

function isSame(one: PayloadValue | undefined, other: PayloadValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
