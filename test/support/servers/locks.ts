/** The order in which all statements lock rows (models/README.md). */
export const lockOrder = ['connections', 'assignments', 'credit_accounts', 'outbox'] as const;
export type Table = (typeof lockOrder)[number];

/** The rows of one table that a statement locks. */
export interface Lock {
  table: Table;
  /** `one` row of this key, several rows `inOrder` of their ids, or `unordered` rows, locked as the plan finds them. */
  rows: 'one' | 'inOrder' | 'unordered';
  /** The name of the bound value, or the value itself, that is the id of `one`. */
  key?: string;
}

export type Bound = Readonly<Record<string, unknown>>;

export const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
export const isId = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.match(uuid)?.[0] === value);

/** The ids that a statement names. */
export function idsOf(sql: string, bound: Bound): string[] {
  const values = Object.values(bound).flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]));
  return [...values.filter(isId).map(String), ...(sql.match(uuid) ?? [])];
}

/** The service has some hundreds of statements, and runs each of them many times. */
const locksByStatement = new Map<string, Lock[]>();

/** The locks of a statement, in the order of its text. A table that it has locked in order, or one row of, is its own from then on. */
export function locksOf(statement: string): Lock[] {
  const locks = locksByStatement.get(statement) ?? readLocks(statement);
  locksByStatement.set(statement, locks);
  return locks;
}

function readLocks(statement: string): Lock[] {
  const sql = statement.replaceAll(/'([^']*)'/g, (_all, text: string) =>
    text.match(uuid)?.[0] === text ? `'${text}'` : `''`,
  );
  const found = [...written(sql), ...locked(sql)].sort((one, other) => one.at - other.at);
  const safe = new Map<Table, Lock>();
  for (const { lock } of found) if (lock.rows !== 'unordered') safe.set(lock.table, safe.get(lock.table) ?? lock);
  return found
    .map(({ lock }) => safe.get(lock.table) ?? lock)
    .filter((lock, index, all) => all.indexOf(lock) === index);
}

/** The id of an assignment that a statement makes: no other table has rows that are locked again. */
export function insertedOf(sql: string, bound: Bound): string[] {
  const [, key = ''] =
    /\bINSERT INTO "?assignments"? \("?id\b[^)]*\)\s*(?:SELECT|VALUES \()\s*\$(\w+)/i.exec(sql) ?? [];
  return [bound[key]].filter(isId).map(String);
}

interface Found {
  at: number;
  lock: Lock;
}

const writes = /\b(?:UPDATE|DELETE FROM)\s+"?(connections|assignments|credit_accounts|outbox)\b/gi;

function written(sql: string): Found[] {
  return [...sql.matchAll(writes)].map(({ index, 1: name = '' }) => {
    const table = lockOrder.find((one) => one === name.toLowerCase()) ?? 'outbox';
    return { at: index, lock: { table, ...rowsOf(table, levelAfter(sql, index)) } };
  });
}

const locking = /\bFOR (?:NO KEY UPDATE|UPDATE|SHARE)\b(?: OF ("?\w+"?))?/gi;
const sources =
  /\b(?:FROM|JOIN)\s+"?(\w+)"?(?:\s+(?:AS\s+)?"?(?!WHERE|ON|JOIN|CROSS|LEFT|ORDER|FOR|USING|LIMIT)(\w+))?/gi;

function locked(sql: string): Found[] {
  return [...sql.matchAll(locking)].flatMap(({ index, 0: clause, 1: of }) => {
    const level = levelBefore(sql, index);
    return [...level.matchAll(sources)].flatMap(({ 1: name, 2: alias }): Found[] => {
      const table = lockOrder.find((one) => one === name);
      if (!table || (of !== undefined && of.replaceAll('"', '') !== (alias ?? name))) return [];
      return [{ at: index, lock: { table, ...rowsOf(table, level + sql.slice(index, index + clause.length + 12)) } }];
    });
  });
}

function rowsOf(table: Table, level: string): Pick<Lock, 'rows' | 'key'> {
  // An account is the only one of its transaction.
  if (table === 'credit_accounts') return { rows: 'one' };
  const [, key] = /\bid"?\s*=\s*(?:\$(\w+)|'([0-9a-f-]{36})'|\()/.exec(level) ?? [];
  if (/\bid"?\s*=\s*(?:\$|'[0-9a-f-]{36}'|\()/.test(level)) return { rows: 'one', ...(key !== undefined && { key }) };
  return { rows: /ORDER BY (?:\w+\.)?id\b|SKIP LOCKED|LIMIT 1\b/i.test(level) ? 'inOrder' : 'unordered' };
}

/** The text before a place, back to the parenthesis that encloses it, without the text in inner parentheses. */
function levelBefore(sql: string, end: number): string {
  let level = '';
  for (let [at, depth] = [end - 1, 0]; at >= 0 && depth >= 0; at -= 1) {
    const letter = sql[at] ?? '';
    if (letter === '(') depth -= 1;
    if (depth === 0) level = letter + level;
    if (letter === ')') depth += 1;
  }
  return level;
}

function levelAfter(sql: string, begin: number): string {
  let level = '';
  for (let [at, depth] = [begin, 0]; at < sql.length && depth >= 0; at += 1) {
    const letter = sql[at] ?? '';
    if (letter === ')') depth -= 1;
    if (depth === 0) level += letter;
    if (letter === '(') depth += 1;
  }
  return level;
}
