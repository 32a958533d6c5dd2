import { Client } from 'pg';
import { z } from 'zod';
import type { ParameterTypes } from '../../models/database/fragment';
import type { Statement } from '../../models/database/statement';
import { describeStatement } from './describe';

/** A connection of its own, for questions about statements. */
export async function openClient(url: string): Promise<Client & { stop: () => Promise<void> }> {
  const client = new Client(url);
  await client.connect();
  return Object.assign(client, { stop: async () => client.end() });
}

/** The object identifiers of types (pg_type). */
const oids: Readonly<Record<keyof ParameterTypes, number>> = {
  uuid: 2950,
  text: 25,
  integer: 23,
  bigint: 20,
  smallint: 21,
  float8: 701,
  boolean: 16,
  date: 1082,
  timestamptz: 1184,
  exactTime: 1184,
  jsonb: 3802,
  'uuid[]': 2951,
  'text[]': 1009,
  'integer[]': 1007,
  'bigint[]': 1016,
  'float8[]': 1022,
};
const numbers = [oids.integer, oids.bigint, oids.smallint, oids.float8];
/** `void` (2278) comes as an empty text. */
const texts = [oids.text, oids.uuid, oids.date, 1043, 1700, 2278];
const json = [oids.jsonb, 114];
const oidOfBytes = 17;

/** The schema within the schemas that only say that a value may be absent, or is changed afterwards. */
function baseOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return baseOf(schema.def.innerType);
  return schema instanceof z.ZodPipe ? baseOf(schema.def.in) : schema;
}

function fits(schema: z.core.$ZodType, type: number): boolean {
  const base = baseOf(schema);
  if (json.includes(type)) return !(base instanceof z.ZodDate);
  if (base instanceof z.ZodNumber) return numbers.includes(type);
  if (base instanceof z.ZodBoolean) return type === oids.boolean;
  if (base instanceof z.ZodDate) return type === oids.timestamptz;
  if (type === oidOfBytes) return base instanceof z.ZodCustom;
  if (base instanceof z.ZodArray) return [1005, 1007, 1009, 1016, 1022, 2951].includes(type);
  if (base instanceof z.ZodLiteral)
    return [...base.def.values].every((value) =>
      (typeof value === 'number' ? numbers : [...texts, oids.boolean]).includes(type),
    );
  return texts.includes(type);
}

/** The faults of a statement, as PostgreSQL and its row schema see it. */
export async function faultsOf(
  client: Client,
  { name, text, parameters, row }: Pick<Statement<never, object>, 'name' | 'text' | 'parameters' | 'row'>,
): Promise<string[]> {
  const { parameters: types, columns } = await describeStatement(client, text);
  const shape = row instanceof z.ZodObject ? row.shape : {};
  const mayBeNull = new Map<string, boolean>();
  for (const { tableId, columnId, name: column } of columns.filter(({ tableId }) => tableId > 0)) {
    const { rows } = await client.query<{ isNotNull: boolean }>(
      `SELECT attnotnull AS "isNotNull" FROM pg_attribute WHERE attrelid = $1::oid AND attnum = $2`,
      [tableId, columnId],
    );
    mayBeNull.set(column, rows[0]?.isNotNull === false);
  }
  return [
    ...parameters.flatMap(({ type }, index) =>
      types[index] === oids[type] ? [] : [`parameter ${index + 1} is no ${type}`],
    ),
    ...Object.entries(shape)
      .filter(([field, { _zod }]) => _zod.optin !== 'optional' && !columns.some((column) => column.name === field))
      .map(([field]) => field),
    ...columns.flatMap(({ name: column, type }) => {
      const field = shape[column];
      if (!field) return [`${column} is read by nobody`];
      if (!fits(field, type)) return [`${column} is of the type ${type}`];
      return mayBeNull.get(column) && !field.safeParse(null).success ? [`${column} may be null`] : [];
    }),
  ].map((fault) => `${name}: ${fault}`);
}
