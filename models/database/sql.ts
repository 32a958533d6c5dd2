import { QueryTypes } from 'sequelize';
import type { ModelStatic, Model, Transaction } from 'sequelize';

export type Bindable = string | number | boolean | Date | null | readonly string[] | readonly (number | null)[];

/**
 * Runs one bound statement on the pool of `model` and gives its rows. Column aliases must be written in the case that
 * the row type has. The hot paths use this; a managed `Model.create` costs three times as much.
 */
export async function rows<Row extends object>(
  model: ModelStatic<Model>,
  sql: string,
  bind: Record<string, Bindable>,
  transaction?: Transaction,
): Promise<Row[]> {
  const { sequelize } = model;
  if (!sequelize) throw new Error(`${model.name} is not bound to a database: call openDatabase first`);
  return sequelize.query<Row>(sql, { bind, type: QueryTypes.SELECT, ...(transaction && { transaction }) });
}

/** As `rows`, for statements that give one row or none. */
export async function firstRow<Row extends object>(
  model: ModelStatic<Model>,
  sql: string,
  bind: Record<string, Bindable>,
  transaction?: Transaction,
): Promise<Row | undefined> {
  const [row] = await rows<Row>(model, sql, bind, transaction);
  return row;
}

/**
 * SQL, at the end of a subquery: PostgreSQL asks it once for each outer row, by an index, and does not join it with a scan of
 * the whole table, which it may prefer while it has no statistics.
 */
export const byIndex = 'OFFSET 0';

/**
 * SQL, of a column of ids: it is one of `$ids`. For an array PostgreSQL makes a plan each time, as that of another length may be dearer;
 * for a single id it keeps one.
 */
export function isOneOf(column: string, ids: readonly string[]): string {
  return ids.length === 1 ? `${column} = ($ids::uuid[])[1]` : `${column} = ANY($ids::uuid[])`;
}

/** SQL: the milliseconds of a moment, to three decimals. */
export function ms(moment: string): string {
  return `(extract(epoch FROM ${moment}) * 1000)::float`;
}
