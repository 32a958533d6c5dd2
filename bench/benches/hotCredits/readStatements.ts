import { createHash } from 'node:crypto';

/** One statement as a program sent it, with the values of its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/**
 * The statements in a log of PostgreSQL (`log_statement = all`) that were sent with parameters, in their order. A line
 * that goes on in the next one is indented there by a tab.
 */
export function readStatements(log: string): Statement[] {
  const entries = log.replaceAll('\n\t', '\n ').split(/\n(?=\d{4}-\d\d-\d\d )/);
  return entries.flatMap((entry, index) => {
    const text = / LOG: {2}execute [^:]+: ([^]*)$/.exec(entry)?.[1];
    const details = / DETAIL: {2}parameters: ([^]*)$/i.exec(entries[index + 1] ?? '')?.[1];
    return text === undefined || details === undefined ? [] : [{ text: text.trim(), values: readValues(details) }];
  });
}

/** `$1 = 'it''s', $2 = NULL` → `["it's", null]` */
function readValues(details: string): (string | null)[] {
  return [...details.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const sha256 = /^[0-9a-f]{64}$/;

/**
 * The same statement for others, under ids and hashes of its own: a key that was used creates nothing.
 * @param others the ids that stand for something that exists, each with the one to put in its place
 */
export function readdress(
  { text, values }: Statement,
  others: Readonly<Record<string, string>>,
  newId: () => string,
): Statement {
  const ids = new Map(Object.entries(others));
  const next = (value: string, renew: () => string): string => {
    const renewed = ids.get(value) ?? renew();
    ids.set(value, renewed);
    return renewed;
  };
  const newHash = (): string => createHash('sha256').update(newId()).digest('hex');
  const readdressed = (value: string | null): string | null => {
    if (value === null) return null;
    if (uuid.test(value)) return next(value, newId);
    return sha256.test(value) ? next(value, newHash) : value;
  };
  return { text, values: values.map(readdressed) };
}
