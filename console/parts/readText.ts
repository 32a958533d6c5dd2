/** A text of the address's query, if there is one. */
export function readText<Name extends string>(given: Record<string, unknown>, name: Name): { [Key in Name]?: string } {
  const value = given[name];
  // Numbers come as numbers: the router reads each value as JSON if it can.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  const read: { [Key in Name]?: string } = {};
  if (typeof text === 'string' && text !== '') read[name] = text;
  return read;
}

/** The word of the address, if it is one of these words. */
export function readWord<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value);
}

/** A day of the address's query, if the calendar has that day. */
export function readDay<Name extends string>(given: Record<string, unknown>, name: Name): { [Key in Name]?: string } {
  const read = readText(given, name);
  const { [name]: text } = read;
  return text !== undefined && isDay(text) ? read : {};
}

/** Tells whether a text is a day that exists: `2026-02-30` is none. */
function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
