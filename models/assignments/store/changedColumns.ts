import { nextOf } from '../../../domain/assignment/nextStep';
import type { AssignmentSnapshot, Time } from '../../../domain/assignment/snapshot';
import { identifier, join, sql } from '../../database/fragment';
import type { Fragment } from '../../database/fragment';

const moment = (time: Time | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString();

/** The columns of `assignments` that hold a snapshot, with their values as JSON. */
const columns: Readonly<Record<string, (assignment: AssignmentSnapshot) => unknown>> = {
  status: ({ status }) => status,
  generation: ({ generation }) => generation,
  errors: ({ error }) => (error ? [error] : []),
  scheduled_at: ({ dueAt }) => moment(dueAt),
  cleanup: ({ cleanup }) => cleanup,
  removal: ({ removal }) => removal,
  owes_extras: ({ lacksExtras }) => lacksExtras,
  prepared_at: ({ preparedAt }) => moment(preparedAt),
  prepare_again_at: ({ pause }) => moment(pause?.until),
  preparations_failed: ({ pause }) => pause?.count ?? 0,
  preparation_error: ({ pause }) => pause?.error ?? null,
  preparation_failed_at: ({ pause }) => moment(pause?.failedAt),
  is_media_due: ({ media }) => media.isDue,
  is_prepared_anew: ({ media }) => media.isSecond,
  is_outdated: ({ media }) => media.isOutdated,
  is_replaced: ({ media }) => media.isReplaced,
  absent_since: ({ media }) => moment(media.absentSince),
  tries: ({ tries }) => tries,
  refusals: ({ refusals }) => refusals,
  busy: ({ busy }) => busy,
};

const changeable = listsOf([
  ...Object.keys(columns),
  'next_work',
  'next_at',
  'platform_post_id',
  'platform_url',
  'published_at',
]);

/** The names of columns, and their values in a record `r`: a list each. */
function listsOf(names: readonly string[]): { names: Fragment; values: Fragment } {
  const columns = names.map(identifier);
  return {
    names: join(columns, ', '),
    values: join(
      columns.map((column) => sql`r.${column}`),
      ', ',
    ),
  };
}

/**
 * The beginning of a statement that changes assignments `a`. Values come as JSON, so that one statement serves all changes of one
 * form; columns that the JSON does not name stay.
 * @param changed the JSON of the values
 * @param more columns of callers
 */
export function updateBy<Binds>(changed: Fragment<Binds>, more: readonly string[] = []) {
  const lists = [changeable, ...(more.length > 0 ? [listsOf(more)] : [])];
  const names = lists.map((list) => list.names);
  const values = lists.map((list) => list.values);
  return sql`UPDATE assignments a SET updated_at = clock_timestamp(), (${join(names, ', ')}) = (
    SELECT ${join(values, ', ')} FROM jsonb_populate_record(a, ${changed}) r)`;
}

/**
 * The columns in which two snapshots of an assignment differ, with the values of the later snapshot and its next work.
 * Statements over many assignments read `next_work` and `next_at`, and have no rules of their own.
 */
export function changedColumns(
  before: AssignmentSnapshot,
  later: AssignmentSnapshot,
  now: Time,
): Record<string, unknown> {
  const changed = Object.entries(columns).flatMap(([name, valueOf]): [string, unknown][] => {
    const value = valueOf(later);
    return JSON.stringify(value) === JSON.stringify(valueOf(before)) ? [] : [[name, value]];
  });
  const { work, from } = nextOf(later, now);
  return { ...Object.fromEntries(changed), next_work: work, next_at: moment(from) };
}
