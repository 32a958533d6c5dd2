import * as pg from 'pg';

/** The most prepared statements of a connection; the service has fewer. Varying texts must not fill the server. */
const preparedMax = 512;

/** SQLSTATEs by which a prepared statement is of no more use: its columns have changed type, or the server has dropped it. */
const staleStates = ['0A000', '26000'];

/** The beginning of a statement that is not prepared: its text varies, or PostgreSQL has to plan it for its values. */
export const plannedAnew = '/* planned anew */';

type Done = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * A connection that prepares each statement with parameters once: PostgreSQL then neither parses nor plans it again. A
 * text without parameters contains its values and is not kept, and neither is a text that begins with `plannedAnew`.
 *
 * The connection may break from its first moment on. Sequelize listens for errors only some time after the connection
 * stands; an earlier error ended the whole process. Later statements fail, and their callers receive the error.
 */
export class DatabaseClient extends pg.Client {
  readonly #names = new Map<string, string>();
  #named = 0;

  constructor(config: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    // A property: the overloads of `query` cannot be overridden as a method.
    const sendAsIs = this.query.bind(this);
    Object.defineProperty(this, 'query', {
      value: (...given: unknown[]): unknown =>
        isWithParameters(given) ? this.#sendPrepared(...given) : Reflect.apply(sendAsIs, this, given),
    });
  }

  /** Runs a text that is prepared once. @throws `pg.DatabaseError` for a refusal, else the error of the connection */
  async prepared<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    const name = this.#nameOf(text);
    return super.query<Row>({ text, values, ...(name !== undefined && { name }) }).catch((error: unknown) => {
      this.#forgetStale(text, error);
      throw error;
    });
  }

  #forgetStale(text: string, error: unknown): void {
    if (error instanceof pg.DatabaseError && staleStates.includes(error.code ?? '')) this.#names.delete(text);
  }

  #sendPrepared(text: string, values: unknown[], done: Done): void {
    const name = this.#nameOf(text);
    super.query({ text, values, ...(name !== undefined && { name }) }, (error: Error | null, result) => {
      this.#forgetStale(text, error);
      done(error, result);
    });
  }

  /** Each name is given once: a statement that went stale is prepared under another name. */
  #nameOf(text: string): string | undefined {
    if (text.startsWith(plannedAnew)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#named === preparedMax) return known;
    this.#named += 1;
    const name = `statement_${this.#named}`;
    this.#names.set(text, name);
    return name;
  }
}

/** True for a call as Sequelize makes it for a statement with bound values. */
function isWithParameters(given: unknown[]): given is [text: string, values: unknown[], done: Done] {
  const [text, values, done] = given;
  return typeof text === 'string' && Array.isArray(values) && values.length > 0 && typeof done === 'function';
}
