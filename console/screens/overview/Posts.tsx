import { Skeleton, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { FaultAlert } from '../../parts/FaultAlert';
import { TextLink } from '../../parts/links';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { assignmentsQuery } from '../../resources/assignments/list';
import type { AssignmentRow, AssignmentSearch } from '../../resources/assignments/list';
import { titleOf } from '../../resources/assignments/titleOf';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/overview';
import { failureWords } from '../../words/failures';
import { firstOf, shownMax } from './lists';

/** Of the whole list, in pixels: the parts below it stay where they are when the list has come. */
const listHeight = 243;

interface Props {
  title: string;
  id: string;
  /** The posts of all of them together; the first one leads to the whole list. */
  searches: readonly [AssignmentSearch, ...AssignmentSearch[]];
  /** The text if there are none. */
  none: string;
}

/** The first few of a list of posts, and the way to all of them. */
export function Posts({ title, id, searches, none }: Props) {
  const queries = useQueries({ queries: searches.map((search) => assignmentsQuery(search, shownMax)) });
  const pages = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.filter(({ error }) => error !== null);
  const error = failed[0]?.error ?? null;
  const isRead = pages.length === queries.length;
  const [first] = pages;
  const all = searches.length > 1 ? texts.allPending : texts.all;
  return (
    <Section
      id={id}
      title={title}
      aside={
        isRead &&
        first !== undefined &&
        first.total > shownMax && (
          <TextLink to="/assignments" search={searches[0]} size="sm">
            {all(first.total, first.isTotalExact)}
          </TextLink>
        )
      }
    >
      {isRead ? (
        <Shown items={firstOf(pages.map(({ items }) => items))} none={none} />
      ) : (
        !error && <Skeleton height={listHeight} role="status" aria-label={labels.loading} />
      )}
      {error && <FaultAlert error={error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />}
    </Section>
  );
}

function Shown({ items, none }: { items: readonly AssignmentRow[]; none: string }) {
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  return items.map((row) => {
    const { id, errors, connection, publishedAt, scheduledAt, createdAt } = row;
    return (
      <div key={id}>
        <TextLink to="/assignments/$assignmentId" params={{ assignmentId: id }} size="sm" fw={500} lineClamp={1}>
          {titleOf(row)}
        </TextLink>
        <Text size="xs" c="dimmed" component="div" className="breakable">
          {errors.map(({ code }) => texts.failure(failureWords(code).name))}
          {connection.name}, <RelativeTime at={publishedAt ?? scheduledAt ?? createdAt} />
        </Text>
      </div>
    );
  });
}
