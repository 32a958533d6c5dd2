import { codePoints, isStorable } from './text';

/** The payload of an assignment: described by data (the capabilities), checked by one function. */
export interface PayloadField {
  readonly name: string;
  /** Its name in a form. */
  readonly label: string;
  readonly type: 'string' | 'enum' | 'array' | 'boolean' | 'integer';
  readonly required: boolean;
  readonly default?: PayloadValue;
  readonly options?: readonly string[];
  /** For `string`: Unicode code points. */
  readonly maxLength?: number;
  /** For `string`: bytes in UTF-8, where the platform counts these. It judges them itself, with a message of its own. */
  readonly maxBytes?: number;
  /** For `string`: a form shows several lines of it. */
  readonly isMultiline?: true;
  /** For `string`, and for each item of an `array`: an address that everybody can reach (contract.md §2, §13). */
  readonly format?: 'url';
  /**
   * The form of a `string`, and of each item of an `array`, as JSON Schema writes a pattern. The platform judges it, with a
   * message of its own.
   */
  readonly pattern?: string;
  /** For `array`. */
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description: string;
}

export type PayloadValue = string | number | boolean | readonly string[];
export type Payload = Record<string, PayloadValue>;
/** A field name (`payload.title`) to what is wrong with it, as `details` of a 400. */
export type FieldErrors = Record<string, string[]>;

export interface PayloadCheck {
  /** Listed fields only, defaults filled in; complete when `errors` is empty. */
  payload: Payload;
  errors: FieldErrors;
  /** Names that no field describes: dropped, never an error (spec, Platform and capabilities). */
  ignored: string[];
}

/** Checks `input` against the field descriptors of one content type (contract.md §2, §13). Pure; never throws. */
export function checkPayload(fields: readonly PayloadField[], input: Record<string, unknown>): PayloadCheck {
  const check: PayloadCheck = { payload: {}, errors: {}, ignored: [] };
  for (const field of fields) {
    const given = Object.hasOwn(input, field.name) ? input[field.name] : undefined;
    if (given === undefined) {
      if (field.required) check.errors[`payload.${field.name}`] = ['is required'];
      else if (field.default !== undefined) check.payload[field.name] = field.default;
      continue;
    }
    const value = readValue(field, given);
    if ('fault' in value) check.errors[`payload.${field.name}`] = [value.fault];
    else check.payload[field.name] = value.value;
  }
  const known = new Set(fields.map((field) => field.name));
  check.ignored = Object.keys(input).filter((name) => !known.has(name));
  return check;
}

type Read = { value: PayloadValue } | { fault: string };

function readValue(field: PayloadField, given: unknown): Read {
  return given === null ? { fault: 'must not be null; leave it out instead' } : readers[field.type](field, given);
}

const readers: Record<PayloadField['type'], (field: PayloadField, given: unknown) => Read> = {
  string: readString,
  enum: ({ options = [] }, given) =>
    typeof given === 'string' && options.includes(given)
      ? { value: given }
      : { fault: `must be one of: ${options.join(', ')}` },
  array: readArray,
  boolean: (_field, given) => (typeof given === 'boolean' ? { value: given } : { fault: 'must be true or false' }),
  integer: (_field, given) =>
    typeof given === 'number' && Number.isSafeInteger(given) ? { value: given } : { fault: 'must be a whole number' },
};

function readString(field: PayloadField, given: unknown): Read {
  if (typeof given !== 'string') return { fault: 'must be a string' };
  if (!isStorable(given)) return { fault: 'must not contain a NUL character or half of a surrogate pair' };
  if (field.required && given.trim() === '') return { fault: 'must not be blank' };
  const length = codePoints(given);
  if (field.maxLength !== undefined && length > field.maxLength) {
    return { fault: `must have at most ${field.maxLength} characters, has ${length}` };
  }
  return { value: given };
}

function readArray({ minItems = 0, maxItems = Infinity }: PayloadField, given: unknown): Read {
  if (!isTextList(given)) return { fault: 'must be a list of strings without control characters' };
  const { length } = given;
  if (length < minItems) return { fault: `must have at least ${minItems} items, has ${length}` };
  return length > maxItems ? { fault: `must have at most ${maxItems} items, has ${length}` } : { value: given };
}

function isTextList(given: unknown): given is string[] {
  return Array.isArray(given) && given.every((item) => typeof item === 'string' && isPlain(item));
}

function isPlain(text: string): boolean {
  return isStorable(text) && !/\p{Cc}/u.test(text);
}
