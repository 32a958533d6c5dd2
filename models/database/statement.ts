import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { typeOf } from './fragment';
import type { Fragment, Parameter, ParameterTypes } from './fragment';
import { run } from './pool';

type Value = ParameterTypes[keyof ParameterTypes] | null;

/** A statement with a name, its parameters, and the schema of its rows. */
export interface Statement<Binds, Row> {
  readonly name: string;
  readonly text: string;
  /** The parameters in the order of `$1`, `$2` … */
  readonly parameters: readonly Parameter[];
  readonly row: z.ZodType<Row>;
  /** @param transaction without it, the statement is a transaction of its own */
  all(binds: Binds, transaction?: Transaction): Promise<Row[]>;
  /** The row of a statement that gives one row or none. */
  first(binds: Binds, transaction?: Transaction): Promise<Row | undefined>;
}

const known = new Map<string, Statement<never, object>>();

/** Every statement of the loaded modules, for the test that asks PostgreSQL for each statement. */
export function statements(): readonly Statement<never, object>[] {
  return [...known.values()];
}

/**
 * A statement of the service. Its name stands in the metrics and in the log of slow statements.
 * @param name `room.act`, once in the service
 * @param row the schema of one row; a strict object, so that a test finds a column without a reader
 * @throws Error for a name that is taken, or a parameter of two types
 */
export function statement<Row extends object, Binds>(
  name: string,
  row: z.ZodType<Row>,
  fragment: Fragment<Binds>,
): Statement<Binds, Row> {
  return register(formed(name, row, fragment));
}

/** A statement whose text is put together for each use. All its texts have one name and give rows of one form. */
export type StatementFamily<Row> = <Binds>(fragment: Fragment<Binds>) => Statement<Binds, Row>;

/** A family of statements, as `statement`. Its texts differ, so the tests give PostgreSQL examples of them. */
export function statementFamily<Row extends object>(name: string, row: z.ZodType<Row>): StatementFamily<Row> {
  return (fragment) => formed(name, row, fragment);
}

function formed<Row extends object, Binds>(
  name: string,
  row: z.ZodType<Row>,
  fragment: Fragment<Binds>,
): Statement<Binds, Row> {
  const { text, parameters } = numbered(name, fragment);
  const all = async (binds: Binds, transaction?: Transaction): Promise<Row[]> => {
    const { rows } = await run<Row>({ name, text, values: valuesOf(parameters, binds), row }, transaction);
    return rows;
  };
  const first = async (...given: Parameters<typeof all>): Promise<Row | undefined> => (await all(...given))[0];
  return { name, text, parameters, row, all, first };
}

/** A statement whose rows are not read. */
export interface Command<Binds> {
  /** @returns the number of rows written, or found */
  run(binds: Binds, transaction?: Transaction): Promise<number>;
}

/** A statement without rows, as `statement`. */
export function command<Binds>(name: string, fragment: Fragment<Binds>): Command<Binds> {
  const { text, parameters } = numbered(name, fragment);
  const row = z.strictObject({});
  const send = async (binds: Binds, transaction?: Transaction): Promise<number> => {
    const { count } = await run({ name, text, values: valuesOf(parameters, binds), row }, transaction);
    return count;
  };
  register({ name, text, parameters, row, all: async () => [], first: async () => undefined });
  return { run: send };
}

function register<Of extends Statement<never, object>>(made: Of): Of {
  if (known.has(made.name)) throw new Error(`two statements are called ${made.name}`);
  known.set(made.name, made);
  return made;
}

function numbered(name: string, { parts }: Fragment<never>): { text: string; parameters: readonly Parameter[] } {
  const parameters: Parameter[] = [];
  const text = parts.map((part) => (typeof part === 'string' ? part : place(part, parameters, name))).join('');
  return { text, parameters };
}

/** A parameter that stands in several places is one parameter. */
function place(parameter: Parameter, parameters: Parameter[], statementName: string): string {
  const { name, type } = parameter;
  const index = parameters.findIndex((one) => one.name === name);
  if (index === -1) parameters.push(parameter);
  else if (parameters[index]?.type !== type) throw new Error(`${statementName} has ${name} as two types`);
  return `$${index === -1 ? parameters.length : index + 1}::${typeOf(parameter)}`;
}

function valuesOf(parameters: readonly Parameter[], binds: unknown): Value[] {
  const given = new Map<string, Value>(Object.entries(binds ?? {}));
  return parameters.map(({ name, read }) => {
    const value = read ? read() : (given.get(name) ?? null);
    // PostgreSQL stores no NUL.
    return typeof value === 'string' ? value.replaceAll('\0', String.raw`\0`) : value;
  });
}
