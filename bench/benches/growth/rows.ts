import type { Client } from 'pg';
import { z } from 'zod';

const Columns = z.array(z.object({ name: z.string(), isMoment: z.boolean() }));

/** A table whose rows of a template `t` are written for each new assignment `m` of the table `made`. */
interface Copy {
  readonly table: string;
  readonly from: string;
  /** By column. Other moments lie as long after the creation of the new assignment as in the template; all else is the template's. */
  readonly values: Readonly<Record<string, string>>;
}

const owner = { workspace_id: 'm.workspace_id', organization_id: 'm.organization_id' };
/** The latest delivery `d` of the template, for each delivery that a new assignment has. */
const latestDelivery = (alias: string) =>
  `(SELECT * FROM webhook_deliveries WHERE assignment_id = m.template ORDER BY seq DESC LIMIT 1) ${alias}`;

/** The order to start a run that waits is still to be carried out: the service itself then starts that run. */
const ofOrder: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    dispatched_at: ['t.dispatched_at + m.shift', 'NULL'],
    outcome: ['t.outcome', 'NULL'],
    available_at: ['t.available_at + m.shift', 'now()'],
    claimed_until: ['t.claimed_until + m.shift', 'NULL'],
  }).map(([column, [done, open]]) => [column, `CASE WHEN m.scheduled_at IS NULL THEN ${done} ELSE ${open} END`]),
);

/** Everything that the service keeps of an assignment, besides its sums of days. */
const ofAssignments: readonly Copy[] = [
  {
    table: 'assignments',
    from: 'made m JOIN assignments t ON t.id = m.template',
    values: {
      ...owner,
      id: 'm.id',
      connection_id: 'm.connection_id',
      platform: 'm.platform',
      type: 'm.type',
      payload: `t.payload || jsonb_build_object('title', m.title)`,
      external_id: `CASE WHEN m.n % 2 = 0 THEN 'order-' || m.n END`,
      hold_id: 'm.hold_id',
      platform_post_id: 't.platform_post_id || m.n',
      scheduled_at: 'coalesce(m.scheduled_at, t.scheduled_at + m.shift)',
      next_at: `m.scheduled_at - interval '10 minutes'`,
    },
  },
  ...['assignment_events', 'uploads', 'drafts', 'post_extras', 'publish_attempts'].map((table) => ({
    table,
    from: `made m JOIN ${table} t ON t.assignment_id = m.template`,
    values: { assignment_id: 'm.id' },
  })),
  {
    table: 'credit_entries',
    from: 'made m JOIN credit_entries t ON t.assignment_id = m.template',
    values: {
      id: 'gen_random_uuid()',
      workspace_id: 'm.workspace_id',
      assignment_id: 'm.id',
      hold_id: 'm.hold_id',
    },
  },
  {
    table: 'outbox',
    from: 'made m JOIN outbox t ON t.subject_id = m.template',
    values: { subject_id: 'm.id', workspace_id: 'm.workspace_id', ...ofOrder },
  },
  {
    table: 'idempotency_keys',
    from: `made m JOIN assignments t ON t.id = m.template AND m.at > now() - interval '23 hours'`,
    values: {
      scope_id: 'm.workspace_id',
      workspace_id: 'm.workspace_id',
      key_hash: `'bench ' || m.id`,
      request_hash: `''`,
      assignment_id: 'm.id',
    },
  },
];

/** A delivery of each, with its order and its attempt. */
const ofDeliveries: readonly Copy[] = [
  {
    table: 'webhook_deliveries',
    from: `made m CROSS JOIN LATERAL ${latestDelivery('t')}`,
    values: { ...owner, id: 'm.delivery_id', assignment_id: 'm.id' },
  },
  {
    table: 'webhook_attempts',
    from: `made m CROSS JOIN LATERAL ${latestDelivery('d')} JOIN webhook_attempts t ON t.delivery_id = d.id AND t.attempt = 1`,
    values: { delivery_id: 'm.delivery_id' },
  },
  {
    table: 'outbox',
    from: `made m CROSS JOIN LATERAL ${latestDelivery('d')} JOIN outbox t ON t.subject_id = d.id`,
    values: { subject_id: 'm.delivery_id', workspace_id: 'm.workspace_id' },
  },
];

/** @returns the statements that write all rows of the assignments in `made` */
export async function copyAssignments(client: Client): Promise<string[]> {
  return insertAll(client, ofAssignments);
}

/** @returns the statements that write a delivery for each assignment in `made` */
export async function copyDeliveries(client: Client): Promise<string[]> {
  return insertAll(client, ofDeliveries);
}

async function insertAll(client: Client, copies: readonly Copy[]): Promise<string[]> {
  const statements: string[] = [];
  for (const copy of copies) statements.push(await insert(client, copy));
  return statements;
}

async function insert(client: Client, { table, from, values }: Copy): Promise<string> {
  const { rows } = await client.query(
    `SELECT column_name AS name, data_type LIKE 'timestamp%' AS "isMoment" FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    [table],
  );
  const columns = Columns.parse(rows);
  const given = columns.map(({ name, isMoment }) => values[name] ?? (isMoment ? `t.${name} + m.shift` : `t.${name}`));
  return `INSERT INTO public.${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${given.join(', ')} FROM ${from}`;
}
