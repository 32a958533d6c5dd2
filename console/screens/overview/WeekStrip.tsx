import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { FaultAlert } from '../../parts/FaultAlert';
import { InPieces } from '../../parts/Later';
import { TextLink } from '../../parts/links';
import { PostPicture } from '../../parts/picture/PostPicture';
import { Section } from '../../parts/Section';
import { StatusIcon } from '../../parts/StatusBadge';
import { useNow } from '../../parts/useNow';
import type { AssignmentRow } from '../../resources/assignments/list';
import { titleOf } from '../../resources/assignments/titleOf';
import { labels } from '../../texts/labels';
import { texts as catalogue } from '../../texts/screens/overview';
import { useViewer } from '../../viewer/viewer';
import { offeredTime, spanOf } from '../../words/clock';
import { longDayName, weekdayName } from '../../words/dayNames';
import { statusWords } from '../../words/states';
import { clockTime, shortDay } from '../../words/time';
import { newestQuery, weekQuery } from './queries';
import { daysFrom, weekOf } from './week';
import type { Day } from './week';

const texts = catalogue.week;
const stepMs = 60_000;

/** The posts that go live next, day by day, with their pictures. */
export function WeekStrip() {
  const { timezone } = useViewer().profile;
  const days = daysFrom(useNow(stepMs), timezone);
  const week = useQuery(weekQuery(spanOf(days, timezone)));
  const newest = useQuery(newestQuery);
  const error = week.error ?? newest.error;
  const isRead = week.data && newest.data;
  return (
    <Section
      id="week"
      title={texts.title}
      aside={
        <TextLink to="/calendar" size="sm">
          {texts.calendar}
        </TextLink>
      }
    >
      {isRead ? (
        <ol className="week">
          <InPieces>
            {weekOf(days, week.data, newest.data.items, timezone).map((day, place) => (
              <DayPart key={day.date} day={day} isToday={place === 0} />
            ))}
          </InPieces>
        </ol>
      ) : (
        !error && <Skeleton className="week-unread" role="status" aria-label={labels.loading} />
      )}
      {error && (
        <FaultAlert
          error={error}
          onRetry={() => {
            void week.refetch();
            void newest.refetch();
          }}
        />
      )}
    </Section>
  );
}

function DayPart({ day: { date, posts, others }, isToday }: { day: Day; isToday: boolean }) {
  const { profile } = useViewer();
  const name = longDayName(date, profile.locale);
  const at = offeredTime(date, useNow(stepMs), profile.timezone);
  return (
    <li className="week-day" {...(isToday && { 'data-today': true })}>
      <Text size="sm" fw={600} component="h3" className="week-name">
        {isToday ? texts.today : weekdayName(date, profile.locale)} <span>{shortDay(date, profile)}</span>
      </Text>
      <ul className="week-posts">
        {posts.map((post) => (
          <Entry key={post.id} post={post} />
        ))}
        {others !== 0 && (
          <li>
            <TextLink
              to="/calendar"
              search={{ view: 'week', day: date }}
              size="sm"
              aria-label={texts.othersName(others, name)}
            >
              {texts.others(others)}
            </TextLink>
          </li>
        )}
        {posts.length === 0 && others === 0 && at !== null && (
          <li className="week-none">
            <Link to="/compose" search={{ at }} aria-label={texts.composeOn(name)}>
              <Plus aria-hidden size={16} />
              {texts.compose}
            </Link>
          </li>
        )}
      </ul>
    </li>
  );
}

function Entry({ post }: { post: AssignmentRow }) {
  const { profile } = useViewer();
  const { id, status, scheduledAt, connection } = post;
  return (
    <li>
      <Link to="/assignments/$assignmentId" params={{ assignmentId: id }} className="week-post">
        <PostPicture post={post} />
        <span className="week-words">
          <span className="week-time tabular">
            {scheduledAt === null ? texts.now : clockTime(scheduledAt, profile)} <StatusIcon status={status} />
          </span>
          <span className="week-title" title={texts.entry(titleOf(post), connection.name)}>
            {titleOf(post)}
          </span>
          <VisuallyHidden>{texts.entryState(connection.name, statusWords[status].label)}</VisuallyHidden>
        </span>
      </Link>
    </li>
  );
}
