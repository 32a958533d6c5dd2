import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { statementsOfSearch } from '../../models/assignments/reads/assignmentSearch';
import type { AssignmentSearch } from '../../models/assignments/reads/assignmentSearch';
import { OrganizationTenant } from '../../models/database/Tenant';
import type { Fragment } from '../../models/database/fragment';
import { constant, param, sql } from '../../models/database/fragment';
import { statement, statements } from '../../models/database/statement';
import { root } from '../support/programs';
import { useDatabase } from '../support/servers/database';
import { use } from '../support/use';
import { faultsOf, openClient } from './faultsOf';

const database = useDatabase();
const client = use(async () => openClient(database.url));

for (const folder of ['channels', 'models'])
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts')) require(join(root, folder, file));
/** Files of tests that are read together with this one have statements, too. */
const own = statements().filter(({ name }) => !name.startsWith('tests.'));

describe('the statements', () => {
  it('are some', () => expect(own.length).toBeGreaterThan(3));

  it.each(own.map((one) => [one.name, one]))(
    '%s has the parameters and the columns that it says',
    async (_name, one) => {
      expect(await faultsOf(client, one)).toEqual([]);
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
    expect([...(await faultsOf(client, gather)), ...(await faultsOf(client, walk))]).toEqual([]);
  });

  const id = z.strictObject({ id: z.uuid() });
  const planted: readonly [fault: string, text: Fragment<never>, row: z.ZodType<object>, words: string][] = [
    ['a column that nobody reads', sql`SELECT id, name FROM users`, id, 'name is read by nobody'],
    ['a type', sql`SELECT name FROM users`, z.strictObject({ name: z.int() }), 'name is of the type 25'],
    ['a null', sql`SELECT avatar_url FROM users`, z.strictObject({ avatar_url: z.string() }), 'avatar_url may be null'],
    ['a row', sql`SELECT id FROM users`, id.extend({ name: z.string() }), 'name'],
  ];

  it.each(planted)('would be found with the fault of %s', async (name, text, row, words) => {
    expect(await faultsOf(client, statement(`planted ${name}`, row, text))).toEqual([`planted ${name}: ${words}`]);
  });

  it('would be found with a column that is not there', async () => {
    const wrong = statement('planted column', id, sql`SELECT id, nothing FROM users`);
    await expect(faultsOf(client, wrong)).rejects.toThrow('column "nothing" does not exist');
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
