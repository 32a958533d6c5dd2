import type { TestDatabase } from '../servers/database';

/** Tables with moments of assignments, except the unchangeable ledger, and the column that leads to the assignment. */
const tablesOfAssignments = `SELECT c.table_name AS "table", l.column_name AS lead, array_agg(c.column_name::text) AS moments
  FROM information_schema.columns c
  JOIN information_schema.tables t USING (table_schema, table_name)
  JOIN information_schema.columns l USING (table_schema, table_name)
  WHERE c.table_schema = current_schema() AND c.data_type = 'timestamp with time zone' AND t.table_type = 'BASE TABLE'
    AND l.column_name = CASE c.table_name WHEN 'assignments' THEN 'id' WHEN 'outbox' THEN 'subject_id' ELSE 'assignment_id' END
    AND c.table_name <> 'credit_entries' GROUP BY 1, 2`;

/** Counts and removals have their moments in milliseconds. */
const ofCounts = ['tries', 'busy'].map(
  (name) => `${name} = ${name} || jsonb_build_object('since', (${name}->>'since')::float - $2 * 1000,
    'nextAt', (${name}->>'nextAt')::float - $2 * 1000)`,
);
const ofRemoval = `removal = removal || jsonb_build_object('askedAt', (removal->>'askedAt')::float - $2 * 1000,
  'endedAt', (removal->>'endedAt')::float - $2 * 1000)`;

const statements = new WeakMap<TestDatabase, Promise<string>>();

async function statementOf(database: TestDatabase): Promise<string> {
  const tables = await database.query<{ table: string; lead: string; moments: string[] }>(tablesOfAssignments);
  const updates = tables.map(({ table, lead, moments }) => {
    const ofColumns = moments.map((column) => `${column} = ${column} - make_interval(secs => $2)`);
    const set = [...ofColumns, ...(table === 'assignments' ? [...ofCounts, ofRemoval] : [])].join(', ');
    return `of_${table} AS (UPDATE ${table} SET ${set} WHERE ${lead} = $1)`;
  });
  return `WITH ${updates.join(', ')} SELECT 1`;
}

/** Lets time pass for one assignment: every moment of its rows lies so much further back. */
export async function passTime(database: TestDatabase, assignmentId: string, ms: number): Promise<void> {
  const statement = statements.get(database) ?? statementOf(database);
  statements.set(database, statement);
  await database.query(await statement, [assignmentId, ms / 1000]);
}
