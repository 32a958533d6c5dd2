/** A text of the address's query, if there is one. */
export function readText<Name extends string>(given: Record<string, unknown>, name: Name): { [Key in Name]?: string } {
  const value = given[name];
  // Numbers come as numbers: the router reads what it can as JSON.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  const read: { [Key in Name]?: string } = {};
  if (typeof text === 'string' && text !== '') read[name] = text;
  return read;
}

/** One of these words, if the address has it. */
export function readWord<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value);
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A day of the address's query, if it is one. */
export function readDay<Name extends string>(given: Record<string, unknown>, name: Name): { [Key in Name]?: string } {
  const { [name]: text } = readText(given, name);
  return text !== undefined && day.test(text) ? readText(given, name) : {};
}
