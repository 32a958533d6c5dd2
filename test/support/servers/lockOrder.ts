import { idsOf, insertedOf, isId, lockOrder, locksOf } from './locks';
import type { Bound, Lock, Table } from './locks';

/**
 * Judges whether the statements of a transaction lock rows in one order (models/README.md): connections by id, assignments by
 * id, the credit account, outbox entries by id. Two transactions that keep to it cannot wait for one another.
 */
export interface LockOrder {
  /** Takes the next statement. @returns a sentence for each lock that comes out of order */
  add: (sql: string, bound?: Bound) => string[];
  /** Its answer tells which rows it has locked. */
  learn: (sql: string, answer: unknown) => void;
}

export function createLockOrder(): LockOrder {
  const held = new Map<Table, Set<string>>();
  /** Ids of rows that the transaction has made: no other transaction knows these rows yet. */
  const own = new Set<string>();
  const isLocked = (table: Table, ids: readonly string[]) => ids.some((id) => own.has(id) || held.get(table)?.has(id));

  function judge({ table, rows, key }: Lock, ids: readonly string[], bound: Bound): string | undefined {
    const later = lockOrder.slice(lockOrder.indexOf(table) + 1).find((other) => held.has(other));
    const before = held.get(table);
    const mine = key === undefined ? ids : [textOf(bound[key] ?? key)];
    const isKnown = isLocked(table, ids);
    held.set(table, new Set([...(before ?? []), ...ids]));
    if (rows === 'unordered' && !isKnown) return `locks rows of ${table} in the order in which it finds them`;
    if (isKnown || (table === 'credit_accounts' && before)) return undefined;
    if (later !== undefined) return `locks ${table} after ${later}`;
    if (before === undefined) return undefined;
    const isNext = rows === 'one' && mine.every((id) => [...before].every((other) => compare(other, id) < 0));
    return isNext ? undefined : `locks more of ${table}, not in the order of their ids`;
  }

  return {
    add: (sql, bound = {}) => {
      const ids = idsOf(sql, bound);
      const made = insertedOf(sql, bound);
      for (const id of made) own.add(id);
      return locksOf(sql).flatMap((lock) => judge(lock, ids, bound) ?? []);
    },
    learn: (sql, answer) => {
      // A model that looks for one row answers with that row.
      const found: unknown[] = Array.isArray(answer) ? answer : [answer];
      const ids = found
        .map((row) => (row as { id?: unknown } | null)?.id)
        .filter(isId)
        .map(String);
      for (const { table } of locksOf(sql)) held.set(table, new Set([...(held.get(table) ?? []), ...ids]));
    },
  };
}

const textOf = (value: unknown): string => (isId(value) ? String(value) : '');

/** Ids are of one length, or numbers. */
const compare = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1);
