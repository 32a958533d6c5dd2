import { dirname, join, sep } from 'node:path';
import type { Sequelize } from 'sequelize';

/**
 * Watches that all statements lock rows in one order (models/README.md): connections by id, assignments by id, the credit
 * account, outbox entries by id. Two transactions that keep to it cannot wait for one another.
 */

const order = ['connections', 'assignments', 'credit_accounts', 'outbox'] as const;
type Table = (typeof order)[number];

/** The rows of one table that a statement locks. */
interface Lock {
  table: Table;
  /** `one` row of this key, or several `inOrder` of their ids; those `unordered` are locked as the plan finds them. */
  rows: 'one' | 'inOrder' | 'unordered';
  /** The name of the bound value, or the value itself, that is the id of `one`. */
  key?: string;
}

type Bound = Readonly<Record<string, unknown>>;

/** A transaction, or a statement outside of one. */
export interface LockOrder {
  /** Takes the next statement. @returns a sentence for each lock that comes out of order */
  add: (sql: string, bound?: Bound) => string[];
  /** Its answer tells which rows it has locked. */
  learn: (sql: string, answer: unknown) => void;
}

export function createLockOrder(): LockOrder {
  const held = new Map<Table, Set<string>>();
  /** Rows that it has made: nobody else knows them yet. */
  const own = new Set<string>();
  const isLocked = (table: Table, ids: readonly string[]) => ids.some((id) => own.has(id) || held.get(table)?.has(id));

  function judge({ table, rows, key }: Lock, ids: readonly string[], bound: Bound): string | undefined {
    const later = order.slice(order.indexOf(table) + 1).find((other) => held.has(other));
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

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const isId = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.match(uuid)?.[0] === value);

function idsOf(sql: string, bound: Bound): string[] {
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
function insertedOf(sql: string, bound: Bound): string[] {
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
    const table = order.find((one) => one === name.toLowerCase()) ?? 'outbox';
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
      const table = order.find((one) => one === name);
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

/** The text around a place without what stands in parentheses there, back to where its own were opened. */
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

interface Watched {
  locks: LockOrder;
  /** Where it was begun. Its text is made when it is read. */
  begun?: Error | undefined;
}

/**
 * Watches all that goes through a pool, but for the transactions that a test puts together by itself.
 * @returns tells what came out of order so far
 */
export function watchLockOrder(sequelize: Sequelize): () => string[] {
  const violations = new Set<string>();
  const transactions = new WeakMap<object, Watched>();
  const onConnections = new WeakMap<object, { transaction: { finished?: string } }>();
  const original = { query: sequelize.query.bind(sequelize), transaction: sequelize.transaction.bind(sequelize) };

  /** Judges a statement, runs it, and learns the rows that it has locked. */
  const watched = async (
    own: Watched,
    text: string,
    bind: Bound | undefined,
    run: () => Promise<unknown>,
  ): Promise<unknown> => {
    const found = isOfService(text) ? own.locks.add(text, bind) : [];
    const isOurs = found.length > 0 && own.begun?.stack !== undefined && isOfTest(own.begun.stack);
    if (!isOurs) for (const one of found) violations.add(`${one}: ${text.replaceAll(uuid, '…').slice(0, 400)}`);
    return run();
  };

  const query = async (
    sql: string | { query: string; bind?: Bound },
    options: { bind?: Bound } & InTransaction = {},
  ) => {
    const { transaction } = options;
    const own = (transaction && transactions.get(transaction)) ?? { locks: createLockOrder() };
    if (transaction) transactions.set(transaction, own);
    const { query: text, bind } = typeof sql === 'string' ? { query: sql, bind: options.bind } : sql;
    const answer = await watched(own, text, bind ?? options.bind, async () => (original.query as Query)(sql, options));
    own.locks.learn(text, answer);
    return answer;
  };
  watchStatements(sequelize, async (connection, text, values, run) => {
    const begun = onConnections.get(connection);
    const own = begun && !begun.transaction.finished ? transactions.get(begun.transaction) : undefined;
    const { locks, ...others } = own ?? { locks: createLockOrder() };
    const answer = await watched(
      { locks, ...others },
      text,
      Object.fromEntries(values.map((value, index) => [index + 1, value])),
      run,
    );
    locks.learn(text, (answer as { rows: unknown[] }).rows);
    return answer;
  });
  const transaction = async (...given: unknown[]) => {
    const begun = new Error('begun');
    const work = given.at(-1);
    const note = (made: object) => {
      transactions.set(made, { locks: createLockOrder(), begun });
      const { connection } = made as { connection?: object };
      if (connection) onConnections.set(connection, { transaction: made });
    };
    if (typeof work !== 'function') {
      const made = (await (original.transaction as Query)(...given)) as object;
      note(made);
      return made;
    }
    return (original.transaction as Query)(...given.slice(0, -1), async (made: object) => {
      note(made);
      return work(made);
    });
  };
  Object.assign(sequelize, { query, transaction });
  return () => [...violations];
}

type Watch = (connection: object, text: string, values: unknown[], run: () => Promise<unknown>) => Promise<unknown>;

interface Statements {
  prepared: (text: string, values: unknown[]) => Promise<unknown>;
}

/** Hears of the statements with a name, which take a connection of the pool by themselves (models/database/pool.ts). */
function watchStatements({ connectionManager }: Sequelize, watch: Watch): void {
  const get = connectionManager.getConnection.bind(connectionManager);
  const known = new WeakSet<object>();
  connectionManager.getConnection = async (options) => {
    const connection: object = await get(options);
    const { prepared } = Object.getPrototypeOf(connection) as Partial<Statements>;
    if (prepared && !known.has(connection)) {
      known.add(connection);
      // By the prototype, so that a test may spy on it.
      const send = async (...given: Parameters<Statements['prepared']>) =>
        (Object.getPrototypeOf(connection) as Statements).prepared.call(connection, ...given);
      Object.assign(connection, {
        prepared: async (text: string, values: unknown[]) =>
          watch(connection, text, values, async () => send(text, values)),
      });
    }
    return connection;
  };
}

type Query = (...given: unknown[]) => Promise<unknown>;

interface InTransaction {
  transaction?: object | null;
}

/**
 * The service writes the outbox by statements of its own: an update of several entries by a model is the doing of a test. A
 * migration locks whole tables.
 */
function isOfService(sql: string): boolean {
  return !/^UPDATE "outbox"|\b(?:CREATE|DROP|ALTER) (?:UNIQUE )?(?:TABLE|INDEX)\b/i.test(sql);
}

const tests = join(__dirname, '..', '..');
const between = [__filename, join(dirname(tests), 'models', 'database', 'transaction.ts'), 'node_modules'];

function isOfTest(stack: string): boolean {
  const frames = stack.split('\n').slice(1);
  const caller = frames.find((frame) => !between.some((path) => frame.includes(path)));
  return caller?.includes(`${tests}${sep}`) ?? false;
}
