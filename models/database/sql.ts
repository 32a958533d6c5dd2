import { QueryTypes } from 'sequelize';
import type { ModelStatic, Model, Transaction } from 'sequelize';
import { typeOf } from './fragment';
import type { Fragment } from './fragment';

export type Bindable = string | number | boolean | Date | null | readonly string[] | readonly (number | null)[];

/**
 * Runs one statement without a name on the pool of `model`, and gives its rows: for a text that is put together for each use. Column
 * aliases must be written in the case that the row type has.
 * @param bind the parameters of the text
 */
export async function rows<Row extends object>(
  model: ModelStatic<Model>,
  text: Fragment<never>,
  bind: Record<string, Bindable>,
  transaction?: Transaction,
): Promise<Row[]> {
  const { sequelize } = model;
  if (!sequelize) throw new Error(`${model.name} is not bound to a database: call openDatabase first`);
  return sequelize.query<Row>(withNames(text), { bind, type: QueryTypes.SELECT, ...(transaction && { transaction }) });
}

/** As `rows`, for statements that give one row or none. */
export async function firstRow<Row extends object>(
  model: ModelStatic<Model>,
  text: Fragment<never>,
  bind: Record<string, Bindable>,
  transaction?: Transaction,
): Promise<Row | undefined> {
  const [row] = await rows<Row>(model, text, bind, transaction);
  return row;
}

/** The text as Sequelize takes it: a parameter is its name. */
function withNames({ parts }: Fragment<never>): string {
  return parts.map((part) => (typeof part === 'string' ? part : `$${part.name}::${typeOf(part)}`)).join('');
}
