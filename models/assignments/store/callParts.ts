import type { CallNews } from '../../../domain/assignment/change';
import type { Payload } from '../../../domain/payload/payload';
import type { CreationTraces, Post } from '../../../platforms/Publisher';
import { bind, param, sql } from '../../database/fragment';
import type { BoundFragment } from '../../database/fragment';
import { hasNoKnownOutcome } from '../openAttempts';

/** The input or the results of a call, as its maker knows them. */
export interface CallGiven {
  /** The payload of a call that begins. */
  callPayload?: Payload;
  /** The traces of a call that makes a public post. `contentKey`: of its content, in hexadecimal, where no media lead to the post. */
  creation?: { traces: CreationTraces; contentKey: string | null };
  /** The draft that a call has made; its id is null where the platform has no drafts. `callId`: the id of that call. */
  draft?: { id: string | null; payload: Payload; callId: number };
  /** The live post. */
  post?: Post | undefined;
}

/** The id of the blocking call; null where no call blocks: then the part finds no call. */
const callId = param('callId', 'bigint', 'orNull');

const begun = sql`begun AS (
  INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until, creation, content_key)
  SELECT id, generation, ${param('step', 'text')}, ${param('callPayload', 'jsonb')}, clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')}),
    ${param('creation', 'jsonb', 'orNull')}, ${param('contentKey', 'text', 'orNull')} FROM stored RETURNING id)`;

const left = sql`left_lease AS (
  UPDATE publish_attempts p SET lease_until = least(p.lease_until, clock_timestamp())
  FROM stored s WHERE p.id = ${callId} AND p.assignment_id = s.id)`;

const accepted = sql`accepted AS (
  UPDATE publish_attempts p SET accepted_at = clock_timestamp()
  FROM stored s WHERE p.id = ${callId} AND p.assignment_id = s.id AND p.accepted_at IS NULL)`;

const repeatable = sql`repeatable AS (
  UPDATE publish_attempts p SET is_repeatable = true FROM stored s WHERE p.id = ${callId} AND p.assignment_id = s.id)`;

const refused = sql`refuted AS (
  UPDATE publish_attempts p SET outcome = 'notHappened', ended_at = clock_timestamp()
  FROM stored s WHERE p.id = ${callId} AND p.assignment_id = s.id AND p.outcome IS NULL)`;

const happened = sql`happened AS (
  UPDATE publish_attempts p SET outcome = 'happened', result = ${param('post', 'jsonb')}, ended_at = clock_timestamp()
  FROM stored s WHERE p.assignment_id = s.id AND p.step = 'publish' AND ${hasNoKnownOutcome})`;

/** The call stays noted where nothing else leads to the draft that it may have made: no known draft, and no media. */
const lost = sql`over AS (
  SELECT s.id, NOT EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = s.id) AND NOT EXISTS (
           SELECT 1 FROM drafts d WHERE d.assignment_id = s.id AND d.draft_id IS NOT NULL) AS is_lost FROM stored s),
lost AS (
  UPDATE publish_attempts p SET outcome = 'notHappened', is_lost = true, ended_at = clock_timestamp()
  FROM over WHERE p.id = ${callId} AND p.assignment_id = over.id AND over.is_lost),
shown AS (DELETE FROM publish_attempts p USING over WHERE p.id = ${callId} AND p.assignment_id = over.id AND NOT over.is_lost),
unsure AS (UPDATE drafts d SET payload = NULL FROM over WHERE d.assignment_id = over.id)`;

/** A draft that gives way to another draft stays noted. */
const staged = sql`staged AS (DELETE FROM publish_attempts p USING stored s WHERE p.id = ${param('stagedBy', 'bigint')} AND p.assignment_id = s.id),
noted_draft AS (
  INSERT INTO drafts AS d (assignment_id, draft_id, payload) SELECT id, ${param('draftId', 'text', 'orNull')}, ${param('draftPayload', 'jsonb')} FROM stored
  ON CONFLICT (assignment_id) DO UPDATE
    SET draft_id = excluded.draft_id, payload = excluded.payload, updated_at = clock_timestamp(),
        made_at = CASE WHEN d.draft_id = excluded.draft_id THEN d.made_at ELSE clock_timestamp() END,
        replaced = CASE WHEN d.draft_id <> excluded.draft_id THEN array_append(d.replaced, d.draft_id) ELSE d.replaced END)`;

interface CallFacts {
  /** The id of the call that blocked other calls before. */
  callId: number | null;
  /** The step of the call that blocks other calls from now on, and the longest time that it does. */
  step: 'stage' | 'publish' | null;
  leaseMs: number;
}

/**
 * The part of the statement that stores a change (`changeStatement.ts`), for the fate of a call. A row with a lease is
 * written before the call; the known outcome of the call ends the row (activities/publishing/README.md).
 * @throws Error if the maker of the call has not given the facts to store: a bug of the maker
 */
export function callPart(
  news: CallNews,
  { draft, post, ...ofCall }: CallGiven,
  { callId, step, leaseMs }: CallFacts,
): BoundFragment {
  switch (news) {
    case 'begun':
      return begunPart(ofCall, { step, leaseMs });
    case 'staged': {
      const { id, payload, callId: stagedBy } = known(draft);
      return bind(staged, { draftId: id, draftPayload: JSON.stringify(payload), stagedBy });
    }
    case 'happened':
      return bind(happened, { post: JSON.stringify(known(post)) });
    case 'left':
      return bind(left, { callId });
    case 'accepted':
      return bind(accepted, { callId });
    case 'repeatable':
      return bind(repeatable, { callId });
    case 'refused':
      return bind(refused, { callId });
    case 'lost':
      return bind(lost, { callId });
  }
}

function begunPart(
  { callPayload, creation }: Pick<CallGiven, 'callPayload' | 'creation'>,
  { step, leaseMs }: Pick<CallFacts, 'step' | 'leaseMs'>,
): BoundFragment {
  if (step === null) throw new Error('a call that begins has a step');
  const traces = creation ? JSON.stringify(creation.traces) : null;
  const of = { creation: traces, contentKey: creation?.contentKey ?? null };
  return bind(begun, { step, callPayload: JSON.stringify(known(callPayload)), leaseSeconds: leaseMs / 1000, ...of });
}

function known<T>(given: T | undefined): T {
  if (given === undefined) throw new Error('the maker of a call says what it sends and what it has brought');
  return given;
}
