import { dirname, join, sep } from 'node:path';
import type { Sequelize } from 'sequelize';
import { createLockOrder } from './lockOrder';
import type { LockOrder } from './lockOrder';
import { uuid } from './locks';
import type { Bound } from './locks';

interface Watched {
  locks: LockOrder;
  /** Where it was begun. Its text is made when it is read. */
  begun?: Error | undefined;
}

/**
 * Watches all that goes through a pool, but for the transactions that a test puts together by itself.
 * @returns a function that gives the violations of the order so far
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
