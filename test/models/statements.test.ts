import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { statementsOfSearch } from '../../models/assignments/reads/assignmentSearch';
import type { AssignmentSearch } from '../../models/assignments/reads/assignmentSearch';
import { OrganizationTenant } from '../../models/database/Tenant';
import type { Fragment, ParameterTypes } from '../../models/database/fragment';
import { constant, param, sql } from '../../models/database/fragment';
import { statement, statements } from '../../models/database/statement';
import { root } from '../support/programs';
import { useDatabase } from '../support/servers/database';
import { use } from '../support/use';
import { describeStatement } from './describe';

const database = useDatabase();
const client = use(async () => {
  const asking = new Client(database.url);
  await asking.connect();
  return Object.assign(asking, { stop: async () => asking.end() });
});

for (const folder of ['channels', 'models'])
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts')) require(join(root, folder, file));
const own = statements();

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
const texts = [oids.text, oids.uuid, oids.date, 1043, 1700];
const json = [oids.jsonb, 114];

/** The schema within those that only say that a value may be absent, or is changed afterwards. */
function baseOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return baseOf(schema.def.innerType);
  return schema instanceof z.ZodPipe ? baseOf(schema.def.in) : schema;
}

function fits(schema: z.core.$ZodType, type: number): boolean {
  const base = baseOf(schema);
  if (json.includes(type)) return !(base instanceof z.ZodDate);
  if (base instanceof z.ZodNumber) return numbers.includes(type);
  if (base instanceof z.ZodBoolean) return type === oids.boolean;
  if (base instanceof z.ZodDate) return type === oids.timestamptz;
  if (base instanceof z.ZodArray) return [1005, 1007, 1009, 1016, 1022, 2951].includes(type);
  if (base instanceof z.ZodLiteral)
    return [...base.def.values].every((value) =>
      (typeof value === 'number' ? numbers : [...texts, oids.boolean]).includes(type),
    );
  return texts.includes(type);
}

/** The faults of a statement, as PostgreSQL and its row schema see it. */
async function faultsOf({ name, text, parameters, row }: (typeof own)[number]): Promise<string[]> {
  const { parameters: types, columns } = await describeStatement(client, text);
  const shape = row instanceof z.ZodObject ? row.shape : {};
  const mayBeNull = new Map<string, boolean>();
  for (const { tableId, columnId, name: column } of columns.filter(({ tableId }) => tableId > 0)) {
    const [found] = await database.query<{ isNotNull: boolean }>(
      `SELECT attnotnull AS "isNotNull" FROM pg_attribute WHERE attrelid = $1::oid AND attnum = $2`,
      [tableId, columnId],
    );
    mayBeNull.set(column, found?.isNotNull === false);
  }
  return [
    ...parameters.flatMap(({ type }, index) =>
      types[index] === oids[type] ? [] : [`parameter ${index + 1} is no ${type}`],
    ),
    ...Object.keys(shape).filter((field) => !columns.some((column) => column.name === field)),
    ...columns.flatMap(({ name: column, type }) => {
      const field = shape[column];
      if (!field) return [`${column} is read by nobody`];
      if (!fits(field, type)) return [`${column} is of the type ${type}`];
      return mayBeNull.get(column) && !field.safeParse(null).success ? [`${column} may be null`] : [];
    }),
  ].map((fault) => `${name}: ${fault}`);
}

describe('the statements', () => {
  it('are some', () => expect(own.length).toBeGreaterThan(3));

  it.each(own.map((one) => [one.name, one]))(
    '%s has the parameters and the columns that it says',
    async (_name, one) => {
      expect(await faultsOf(one)).toEqual([]);
    },
  );

  const tenant = new OrganizationTenant(randomUUID(), randomUUID());
  const filters: readonly Partial<AssignmentSearch>[] = [
    {},
    { status: 'failed' },
    { platform: 'youtube', type: 'video' },
    { connectionId: randomUUID(), externalId: 'x', search: 'x' },
    { dateFrom: new Date(), dateTo: new Date(), scheduledFrom: new Date(), scheduledTo: new Date() },
  ];
  const searches = filters.flatMap((filter) =>
    (['createdAt', 'scheduledAt', 'publishedAt'] as const).map((key) => ({
      ...filter,
      sort: { key, direction: 'ASC' as const },
      page: 1,
      limit: 9,
    })),
  );

  it.each(searches)('of a search has the parameters and the columns that it says: %j', async (search) => {
    const { gather, walk } = statementsOfSearch(tenant, search);
    expect([...(await faultsOf(gather)), ...(await faultsOf(walk))]).toEqual([]);
  });

  const id = z.strictObject({ id: z.uuid() });
  const planted: readonly [fault: string, text: Fragment<never>, row: z.ZodType<object>, words: string][] = [
    ['a column that nobody reads', sql`SELECT id, name FROM users`, id, 'name is read by nobody'],
    ['a type', sql`SELECT name FROM users`, z.strictObject({ name: z.int() }), 'name is of the type 25'],
    ['a null', sql`SELECT avatar_url FROM users`, z.strictObject({ avatar_url: z.string() }), 'avatar_url may be null'],
    ['a row', sql`SELECT id FROM users`, id.extend({ name: z.string() }), 'name'],
  ];

  it.each(planted)('would be found with the fault of %s', async (name, text, row, words) => {
    expect(await faultsOf(statement(`planted ${name}`, row, text))).toEqual([`planted ${name}: ${words}`]);
  });

  it('would be found with a column that is not there', async () => {
    const wrong = statement('planted column', id, sql`SELECT id, nothing FROM users`);
    await expect(faultsOf(wrong)).rejects.toThrow('column "nothing" does not exist');
  });
});

describe('a statement', () => {
  const row = z.strictObject({ id: z.uuid() });
  const byId = sql`id = ${param('id', 'uuid')}`;
  const ofName = statement(
    'tests.ofName',
    row,
    sql`SELECT id FROM users WHERE ${byId} AND name = ${param('name', 'text')}`,
  );
  const limited = statement('tests.limited', row, sql`SELECT id FROM users WHERE ${byId} LIMIT ${constant(1)}`);
  const id = '01890000-0000-7000-8000-000000000000';

  it('numbers its parameters once each, with their types', () => {
    const twice = statement(
      'tests.twice',
      row,
      sql`SELECT id FROM users WHERE ${byId} OR ${byId} AND name = ${param('name', 'text')}`,
    );
    expect(twice.text).toBe('SELECT id FROM users WHERE id = $1::uuid OR id = $1::uuid AND name = $2::text');
    expect(() =>
      statement('tests.torn', row, sql`SELECT ${param('a', 'text')} FROM users WHERE ${param('a', 'uuid')}`),
    ).toThrow('two types');
    expect(() => statement('tests.twice', row, byId)).toThrow('two statements are called tests.twice');
  });

  it('does not compile without one of the parameters of its fragments, or with a plain string in its text', async () => {
    // Nothing of this runs.
    const faults = async (): Promise<unknown[]> => [
      // @ts-expect-error the parameter of another fragment is missing
      await ofName.all({ name: 'Ada' }),
      // @ts-expect-error the parameter beside a fragment without any is missing
      await limited.all({}),
      // @ts-expect-error a parameter of another type
      await ofName.all({ id, name: 1 }),
      // @ts-expect-error null where it may not be
      await ofName.all({ id, name: null }),
      // @ts-expect-error a plain string
      sql`SELECT id FROM ${'users'}`,
      // @ts-expect-error a column that the row does not have
      (await ofName.first({ id, name: 'Ada' }))?.email,
    ];
    expect(faults).toBeInstanceOf(Function);
    expect(await ofName.all({ id, name: 'Ada' })).toEqual([]);
  });
});
