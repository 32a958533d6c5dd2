import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatsHistory } from '../../../api/stats/history/schema';
import { SparkLine } from '../../parts/chart/SparkLine';
import { FaultAlert } from '../../parts/FaultAlert';
import { InPieces } from '../../parts/Later';
import { TextLink } from '../../parts/links';
import { PostPicture } from '../../parts/picture/PostPicture';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import type { AssignmentRow } from '../../resources/assignments/list';
import { titleOf } from '../../resources/assignments/titleOf';
import { count } from '../../texts/amounts';
import { labels } from '../../texts/labels';
import { texts as catalogue } from '../../texts/screens/overview';
import { historyQuery } from '../../resources/assignments/history';
import { publishedQuery } from './queries';

const texts = catalogue.live;
/** Of the whole list, in pixels. */
const listHeight = 244;

/** The posts that went live last, each with its views so far. */
export function WentLive() {
  const { data, error, refetch } = useQuery(publishedQuery);
  return (
    <Section
      id="live"
      title={texts.title}
      aside={
        data &&
        data.total > data.items.length && (
          <TextLink to="/assignments" search={{ status: 'published', sort: '-publishedAt' }} size="sm">
            {texts.all(data.total, data.isTotalExact)}
          </TextLink>
        )
      }
    >
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <Stack component="ul" role="list" gap="sm" className="matters">
          <InPieces>
            {data.items.map((post) => (
              <LivePost key={post.id} post={post} />
            ))}
          </InPieces>
        </Stack>
      )}
      {!data && !error && <Skeleton height={listHeight} role="status" aria-label={labels.loading} />}
      {error && <FaultAlert error={error} onRetry={() => void refetch()} />}
    </Section>
  );
}

function LivePost({ post }: { post: AssignmentRow }) {
  const { id, connection, publishedAt, createdAt } = post;
  return (
    <li className="live-post">
      <PostPicture post={post} />
      <Box className="breakable">
        <TextLink to="/assignments/$assignmentId" params={{ assignmentId: id }} size="sm" fw={600} lineClamp={1}>
          {titleOf(post)}
        </TextLink>
        <Text size="sm" c="dimmed" component="div" lineClamp={1}>
          {connection.name}, <RelativeTime at={publishedAt ?? createdAt} />
        </Text>
      </Box>
      <div className="live-numbers">
        <Views assignmentId={id} />
      </div>
    </li>
  );
}

function Views({ assignmentId }: { assignmentId: string }) {
  const { data, error } = useQuery(historyQuery(assignmentId));
  if (!data) return error ? <Remark text={texts.unread} /> : <Skeleton height={32} width={96} />;
  const [first, last] = [data.points[0], data.points.at(-1)];
  if (!first || !last) return <Remark text={texts.states[data.state]} />;
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" fw={600} className="tabular">
        {texts.views(last.views)}
      </Text>
      <SparkLine points={viewsOf(data)} label={texts.course(count(first.views), count(last.views))} />
    </Group>
  );
}

function Remark({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function viewsOf({ points }: StatsHistory) {
  return points.map(({ at, views }) => ({ at, count: views }));
}
