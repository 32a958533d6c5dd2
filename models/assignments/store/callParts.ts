import type { CallNews } from '../../../domain/assignment/change';
import type { Payload } from '../../../domain/payload/payload';
import type { Post } from '../../../platforms/Publisher';
import { bind, param, sql } from '../../database/fragment';
import type { BoundFragment } from '../../database/fragment';
import { hasNoKnownOutcome } from '../openAttempts';

/** What a call sends, or has brought, as its maker knows it. */
export interface CallGiven {
  /** The payload of a call that begins. */
  callPayload?: Payload;
  /** The draft that a call has made: null where the platform has none. `callId`: of that call. */
  draft?: { id: string | null; payload: Payload; callId: number };
  /** The live post. */
  post?: Post | undefined;
}

/** Null where no call blocks: then the part finds none. */
const callId = param('callId', 'bigint', 'orNull');

const begun = sql`begun AS (
  INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
  SELECT id, generation, ${param('step', 'text')}, ${param('callPayload', 'jsonb')}, clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')}) FROM stored RETURNING id)`;

const left = sql`left_lease AS (
  UPDATE publish_attempts p SET lease_until = least(p.lease_until, clock_timestamp())
  FROM stored s WHERE p.id = ${callId} AND p.assignment_id = s.id)`;

const accepted = sql`accepted AS (
  UPDATE publish_attempts p SET accepted_at = clock_timestamp()
  FROM stored s WHERE p.id = ${callId} AND p.assignment_id = s.id AND p.accepted_at IS NULL)`;

const refused = sql`refuted AS (
  UPDATE publish_attempts p SET outcome = 'notHappened', ended_at = clock_timestamp()
  FROM stored s WHERE p.id = ${callId} AND p.assignment_id = s.id AND p.outcome IS NULL)`;

const happened = sql`happened AS (
  UPDATE publish_attempts p SET outcome = 'happened', result = ${param('post', 'jsonb')}, ended_at = clock_timestamp()
  FROM stored s WHERE p.assignment_id = s.id AND p.step = 'publish' AND ${hasNoKnownOutcome})`;

/** It stays as a call that may have made a draft where nothing else leads to that: no draft is known, and no media show it. */
const lost = sql`over AS (
  SELECT s.id, NOT EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = s.id) AND NOT EXISTS (
           SELECT 1 FROM drafts d WHERE d.assignment_id = s.id AND d.draft_id IS NOT NULL) AS is_lost FROM stored s),
lost AS (
  UPDATE publish_attempts p SET outcome = 'notHappened', is_lost = true, ended_at = clock_timestamp()
  FROM over WHERE p.id = ${callId} AND p.assignment_id = over.id AND over.is_lost),
shown AS (DELETE FROM publish_attempts p USING over WHERE p.id = ${callId} AND p.assignment_id = over.id AND NOT over.is_lost),
unsure AS (UPDATE drafts d SET payload = NULL FROM over WHERE d.assignment_id = over.id)`;

/** A draft that gives way to another one stays noted. */
const staged = sql`staged AS (DELETE FROM publish_attempts p USING stored s WHERE p.id = ${param('stagedBy', 'bigint')} AND p.assignment_id = s.id),
noted_draft AS (
  INSERT INTO drafts AS d (assignment_id, draft_id, payload) SELECT id, ${param('draftId', 'text', 'orNull')}, ${param('draftPayload', 'jsonb')} FROM stored
  ON CONFLICT (assignment_id) DO UPDATE
    SET draft_id = excluded.draft_id, payload = excluded.payload, updated_at = clock_timestamp(),
        made_at = CASE WHEN d.draft_id = excluded.draft_id THEN d.made_at ELSE clock_timestamp() END,
        replaced = CASE WHEN d.draft_id <> excluded.draft_id THEN array_append(d.replaced, d.draft_id) ELSE d.replaced END)`;

interface CallFacts {
  /** Of the call that blocked others before. */
  callId: number | null;
  /** Of the call that does from now on, and how long at most. */
  step: 'stage' | 'publish' | null;
  leaseMs: number;
}

/**
 * The part of the statement that stores a change (`changeStatement.ts`), for the fate of a call. A row is written before the call,
 * with a lease, and ended by what is known of it (activities/publishing/README.md).
 * @throws Error where its maker has not given what is to be noted: a bug of that
 */
export function callPart(
  news: CallNews,
  { callPayload, draft, post }: CallGiven,
  { callId, step, leaseMs }: CallFacts,
): BoundFragment {
  switch (news) {
    case 'begun': {
      if (step === null) throw new Error('a call that begins has a step');
      const payload = JSON.stringify(known(callPayload));
      return bind(begun, { step, callPayload: payload, leaseSeconds: leaseMs / 1000 });
    }
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
    case 'refused':
      return bind(refused, { callId });
    case 'lost':
      return bind(lost, { callId });
  }
}

function known<T>(given: T | undefined): T {
  if (given === undefined) throw new Error('the maker of a call says what it sends and what it has brought');
  return given;
}
