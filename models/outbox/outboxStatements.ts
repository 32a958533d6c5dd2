import { z } from 'zod';
import { param, sql, word } from '../database/fragment';
import { command, statement } from '../database/statement';
import { outboxKinds } from './outboxOrders';
import { claimEnd, entriesLocked, outboxChannel } from './places';
import { traceparent } from './traced';

const id = param('id', 'bigint');
const ids = param('ids', 'bigint[]');
const days = param('days', 'integer');
const kind = param('kind', 'text');
const subjectId = param('subjectId', 'uuid');
const generation = param('generation', 'integer');

/** Of an entry `e`: the start of the run that an order ends, while it is in a line. */
const runInLine = sql`e.subject_id = ${subjectId} AND e.generation = ${generation} AND e.line <> '' AND ${kind} <> 'start'`;
/** Of an entry `e`. */
const isOneToDispatch = sql`e.id = ANY(${ids}) AND e.dispatched_at IS NULL`;

export const addEntry = statement(
  'outbox.add',
  z.strictObject({ id: z.int() }),
  sql`WITH ended AS (
        UPDATE outbox o SET line = '' FROM (${entriesLocked(runInLine)}) run WHERE o.id = run.id)
      INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, claimed_until, traceparent)
      VALUES (${kind}, ${param('workflow', 'text')}, ${subjectId}, ${generation}, ${param('workspaceId', 'uuid')}, ${claimEnd},
              ${traceparent})
      RETURNING id`,
);

export const renewClaim = command(
  'outbox.renewClaim',
  sql`UPDATE outbox SET claimed_until = ${claimEnd} WHERE id = ${id} AND dispatched_at IS NULL AND claimed_until IS NOT NULL`,
);

export const readWaiting = statement(
  'outbox.readWaiting',
  z.strictObject({
    id: z.int(),
    kind: z.enum(outboxKinds),
    workflow: z.string(),
    subjectId: z.uuid(),
    generation: z.int(),
    isUnknown: z.boolean(),
    isBeforeStart: z.boolean(),
    traceparent: z.string().nullable(),
  }),
  sql`SELECT id, kind, workflow, subject_id AS "subjectId", generation, traceparent,
             outcome IS NOT DISTINCT FROM 'unknown' AS "isUnknown",
             kind <> 'start' AND EXISTS (
               SELECT 1 FROM outbox s
               WHERE s.subject_id = o.subject_id AND s.generation = o.generation AND s.workflow = o.workflow
                 AND s.kind = 'start' AND s.dispatched_at IS NULL) AS "isBeforeStart"
      FROM outbox o WHERE id = ANY(${ids}) AND dispatched_at IS NULL`,
);

export const releaseEntries = command(
  'outbox.release',
  sql`WITH released AS (
        UPDATE outbox o SET claimed_until = NULL FROM (${entriesLocked(isOneToDispatch)}) left_alone WHERE o.id = left_alone.id)
      SELECT FROM pg_notify(${word(outboxChannel)}, '')`,
);

export const markDispatched = command(
  'outbox.markDispatched',
  sql`UPDATE outbox o SET dispatched_at = clock_timestamp(), outcome = done.outcome, claimed_until = NULL, last_error = NULL,
        line = CASE WHEN done.outcome = 'dropped' THEN '' ELSE o.line END
      FROM (${entriesLocked(isOneToDispatch)}) sent
        JOIN unnest(${ids}, ${param('outcomes', 'text[]')}) AS done (id, outcome) USING (id)
      WHERE o.id = sent.id`,
);

const why = param('why', 'text');
export const postponeEntry = command(
  'outbox.postpone',
  sql`UPDATE outbox SET tries = tries + 1, last_error = ${param('lastError', 'text')}, claimed_until = NULL,
        outcome = CASE WHEN ${why} = 'unknown' THEN 'unknown' ELSE outcome END,
        available_at = clock_timestamp() + make_interval(
          secs => CASE WHEN ${why} = 'refused' THEN power(2, least(tries, 5)) ELSE 1 END * ${param('pace', 'float8')})
      WHERE id = ${id} AND dispatched_at IS NULL`,
);

export const removeDispatched = command(
  'outbox.removeDispatched',
  sql`DELETE FROM outbox WHERE id IN (
        SELECT o.id FROM outbox o
        WHERE o.dispatched_at < now() - make_interval(days => ${days}) AND NOT EXISTS (
          SELECT 1 FROM assignments a WHERE a.id = o.subject_id AND a.generation = o.generation AND a.next_work IS NOT NULL)
        ORDER BY o.dispatched_at LIMIT ${param('limit', 'bigint')} FOR UPDATE SKIP LOCKED)`,
);

/** An entry that was tried in vain waits for its next try, and has waited since it was written. */
export const readDue = statement(
  'outbox.readDue',
  z.strictObject({ line: z.string(), count: z.int(), oldestSeconds: z.number() }),
  sql`SELECT coalesce(nullif(split_part(line, ' ', 1), ''), 'none') AS line, count(*) AS count,
             extract(epoch FROM clock_timestamp() - min(CASE WHEN tries > 0 THEN created_at ELSE available_at END))::float AS "oldestSeconds"
      FROM outbox WHERE dispatched_at IS NULL AND (tries > 0 OR available_at <= clock_timestamp()) GROUP BY 1`,
);
