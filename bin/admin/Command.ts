import { createLogger } from '../../lib/logger';
import { openDatabase } from '../../models/openDatabase';
import type { Config } from '../run';

/** A command of operators. */
export interface Command {
  /**
   * As an operator types the command: `<…>` stands for a word that follows, and `{…}` for a JSON object on standard input, so that
   * no secret is seen in a process list.
   */
  form: string;
  /** What the command prints and does, for the usage. */
  answer: string;
  /** @returns an object is printed as a line of JSON, a text as it is */
  run: (given: Given, config: Config) => Promise<object | string>;
}

export interface Given {
  /** The words that stand for `<…>`, in their order. */
  words: readonly string[];
  /** The JSON of standard input; undefined where the form names none. */
  input: unknown;
}

/** A failure that the words alone explain. */
export class Refusal extends Error {}

export type Sequelize = ReturnType<typeof openDatabase>;

/** Does work with a connection to the database of the settings, and closes it. */
export async function withDatabase<T>(config: Config, work: (sequelize: Sequelize) => Promise<T>): Promise<T> {
  const logger = createLogger('admin', 'error');
  const sequelize = openDatabase({ url: config.databaseUrl, poolSize: 2, logger });
  try {
    return await work(sequelize);
  } finally {
    await sequelize.close();
  }
}

/**
 * @returns the result
 * @throws Refusal with these words if there is none
 */
export function found(result: object | null, otherwise: string): object {
  if (result === null) throw new Refusal(otherwise);
  return result;
}
