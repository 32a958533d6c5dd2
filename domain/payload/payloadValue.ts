import type { FieldRules, ItemRules, PartRules, PayloadObject, PayloadValue, TextRules } from './payloadField';
import { textFaults, totalFaults } from './payloadText';
import { withLineFeeds } from './text';

/** A value as it is kept, with the paths of what was dropped from it (`[0].colour`); or the faults of it. */
export type Read<Value> = { value: Value; ignored: readonly string[] } | { faults: string[] };

/** Reads the value of one field (contract.md §2, §13). A fault of an item names the item by its place, from 1. */
export function readValue(field: FieldRules, given: unknown): Read<PayloadValue> {
  const { type } = field;
  if (type !== 'array') return readPlain({ ...field, type }, given);
  return given === null ? refusedNull() : readArray(field, given);
}

function refusedNull(): { faults: string[] } {
  return refused('must not be null; leave it out instead');
}

function refused(...faults: string[]): { faults: string[] } {
  return { faults };
}

function taken<Value>(value: Value): Read<Value> {
  return { value, ignored: [] };
}

type Plain = PayloadObject[string];

function readPlain(rules: PartRules, given: unknown): Read<Plain> {
  return given === null ? refusedNull() : readers[rules.type](rules, given);
}

const readers: Record<PartRules['type'], (rules: PartRules, given: unknown) => Read<Plain>> = {
  string: (rules, given) => (isText(given) ? readText(rules, given) : refused('must be a string')),
  enum: ({ options }, given) =>
    typeof given === 'string' && options?.includes(given)
      ? taken(given)
      : refused(`must be one of: ${(options ?? []).join(', ')}`),
  boolean: (_rules, given) => (typeof given === 'boolean' ? taken(given) : refused('must be true or false')),
  integer: (_rules, given) =>
    typeof given === 'number' && Number.isSafeInteger(given) ? taken(given) : refused('must be a whole number'),
};

function readText(rules: TextRules, given: string): Read<string> {
  const value = withLineFeeds(given);
  const faults = textFaults(rules, value);
  return faults.length === 0 ? taken(value) : { faults };
}

/** What an item is where its field says nothing. */
const anyText: ItemRules = { name: 'item', label: '', type: 'string', required: false, description: '' };

function readArray(field: FieldRules, given: unknown): Read<PayloadValue> {
  const items = field.items ?? anyText;
  if (items.type === 'string') {
    if (!isListOf(given, isText)) return refused('must be a list of strings');
    return listOf(
      field,
      given.map((item) => readText(items, item)),
    );
  }
  if (!isListOf(given, isObject)) return refused('must be a list of objects');
  return listOf(
    field,
    given.map((item) => readObject(items, item)),
  );
}

function listOf<Item extends string | PayloadObject>(field: FieldRules, reads: readonly Read<Item>[]): Read<Item[]> {
  const [minItems, maxItems] = [field.minItems ?? 0, field.maxItems ?? Infinity];
  const { length } = reads;
  if (length < minItems) return refused(`must have at least ${minItems} items, has ${length}`);
  if (length > maxItems) return refused(`must have at most ${maxItems} items, has ${length}`);
  const value: Item[] = [];
  const ignored: string[] = [];
  const faults: string[] = [];
  for (const [index, read] of reads.entries()) {
    if ('faults' in read) faults.push(...read.faults.map((fault) => `item ${index + 1}: ${fault}`));
    else {
      value.push(read.value);
      ignored.push(...read.ignored.map((name) => `[${index}].${name}`));
    }
  }
  faults.push(
    ...totalFaults(
      field,
      value.flatMap((item): string[] => (isText(item) ? [item] : [])),
    ),
  );
  return faults.length === 0 ? { value, ignored } : { faults };
}

function readObject({ fields, hasOneField }: ItemRules, given: Readonly<Record<string, unknown>>): Read<PayloadObject> {
  const parts = fields ?? [];
  const named = parts.filter(({ name }) => Object.hasOwn(given, name));
  if (hasOneField === true && named.length !== 1) {
    return refused(`must have exactly one of: ${parts.map(({ name }) => name).join(', ')}`);
  }
  const reads = named.map((part) => [part.name, readPlain(part, given[part.name])] as const);
  const missing = parts.filter((part) => part.required && hasOneField !== true && !named.includes(part));
  const faults = [
    ...missing.map(({ name }) => `${name} is required`),
    ...reads.flatMap(([name, read]) => ('faults' in read ? read.faults.map((fault) => `${name} ${fault}`) : [])),
  ];
  if (faults.length > 0) return { faults };
  const known = new Set(parts.map(({ name }) => name));
  const value = Object.fromEntries(reads.flatMap(([name, read]) => ('value' in read ? [[name, read.value]] : [])));
  return { value, ignored: Object.keys(given).filter((name) => !known.has(name)) };
}

function isListOf<Item>(given: unknown, isOne: (item: unknown) => item is Item): given is Item[] {
  return Array.isArray(given) && given.every(isOne);
}

function isText(item: unknown): item is string {
  return typeof item === 'string';
}

function isObject(item: unknown): item is Record<string, unknown> {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}
