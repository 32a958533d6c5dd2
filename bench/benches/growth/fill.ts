import type { Client } from 'pg';
import type { Workshop } from '../../Bench';
import { untilDispatched } from '../../service/untilDispatched';
import { withDatabase } from '../../tools/withDatabase';
import { nameMade } from './made';
import type { Owner, Span, Templates } from './made';
import { copyAssignments, copyDeliveries } from './rows';

/** A transaction writes so many assignments with all their rows. */
const batch = 20_000;
/** All rows are of so many days before now, in which the service removes none of them. */
const days = 28;
/** `n` of what waits begins here: no number is used twice. */
const waitingFrom = 100_000_000;

/** How much a database holds. */
export interface Held {
  /** With the assignments that wait. */
  readonly assignments: number;
  readonly deliveries: number;
  /** Assignments that wait for their time, each with a run that waits in Temporal. */
  readonly timers: number;
}

export interface Filling {
  readonly databaseUrl: string;
  readonly templates: Templates;
  readonly owner: Owner;
}

/** Writes the rows between two sizes. Resolves when the service has started all runs, and the database is at rest. */
export async function fill({ say }: Workshop, filling: Filling, from: Held, to: Held): Promise<void> {
  const { databaseUrl } = filling;
  const beganMs = performance.now();
  const took = () => `${((performance.now() - beganMs) / 1000).toFixed(0)} s`;
  await withDatabase(databaseUrl, async (client) => {
    // The service starts the runs while all else is written.
    const waiting = { first: waitingFrom + from.timers + 1, last: waitingFrom + to.timers };
    await write(client, filling, { whole: waiting, areWaiting: true, perAssignment: 0, days });
    const ended = { first: from.assignments - from.timers + 1, last: to.assignments - to.timers };
    const perAssignment = (to.deliveries - from.deliveries) / (ended.last - ended.first + 1);
    await writeEnded(client, filling, { whole: ended, perAssignment, days });
  });
  say(`  ${to.assignments} assignments and ${to.deliveries} deliveries were there after ${took()}`);
  await untilDispatched(databaseUrl, to.timers - from.timers);
  await withDatabase(databaseUrl, async (client) => {
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  });
  say(`  ${to.timers} runs waited for their time after ${took()}`);
}

interface Writing {
  readonly whole: Span;
  /** The time in which they were created, until now. */
  readonly days: number;
  readonly areWaiting: boolean;
  /** The number of deliveries of each. */
  readonly perAssignment: number;
}

/** Writes assignments that have ended. */
export async function writeEnded(
  client: Client,
  filling: Filling,
  writing: Omit<Writing, 'areWaiting'>,
): Promise<void> {
  await write(client, filling, { ...writing, areWaiting: false });
}

/** The rows are copies of rows that fit each other, so that PostgreSQL need not look whether they do. */
async function write(client: Client, { templates, owner }: Filling, writing: Writing): Promise<void> {
  const { whole, areWaiting, perAssignment, days } = writing;
  await client.query('SET session_replication_role = replica');
  const [assignments, deliveries] = [await copyAssignments(client), await copyDeliveries(client)];
  for (let { first } = whole; first <= whole.last; first += batch) {
    const part = { first, last: Math.min(first + batch - 1, whole.last) };
    await client.query('BEGIN');
    await nameMade(client, { templates, owner, areWaiting, whole, part, days });
    for (const statement of assignments) await client.query(statement);
    for (let nth = 1; nth <= Math.ceil(perAssignment); nth += 1) {
      const share = Math.min(1, perAssignment - (nth - 1));
      await client.query('UPDATE pg_temp.made SET delivery_id = gen_random_uuid()');
      if (share < 1) await client.query(`DELETE FROM pg_temp.made WHERE n % 1000 >= ${Math.round(share * 1000)}`);
      for (const statement of deliveries) await client.query(statement);
    }
    await client.query('COMMIT');
  }
}
