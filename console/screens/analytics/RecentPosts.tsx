import { Anchor, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RecentPosts as Posts } from '../../../api/stats/consoleSchema';
import { rawFigures } from '../../../domain/statistics/readings';
import { TextLink } from '../../parts/links';
import { ListFrame } from '../../parts/list/ListFrame';
import { numberColumn, ScrollTable } from '../../parts/list/ScrollTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { labels } from '../../texts/labels';
import { titleOf } from '../../resources/assignments/titleOf';
import { texts } from '../../texts/screens/analytics';
import { PostCells } from './PostCells';
import { recentPostsQuery } from './queries';

const minWidth = 840;
const numbers = rawFigures.map((figure) => numberColumn(labels.figures[figure]));
const columns = [texts.recent.post, texts.recent.published, ...numbers, texts.best.counted];

/** The posts that went live last, and their figures at the last reading, all in one answer. */
export function RecentPosts() {
  const query = useQuery(recentPostsQuery);
  return (
    <Paper component="section" aria-labelledby="recent">
      <Stack gap="sm">
        <div>
          <Title order={2} id="recent">
            {texts.recent.title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.recent.description}
          </Text>
        </div>
        <ListFrame
          query={query}
          isEmpty={({ items }) => items.length === 0}
          empty={{ title: texts.recent.emptyTitle, description: texts.recent.emptyDescription }}
        >
          {({ items }) => (
            <>
              <ScrollTable caption={texts.recent.title} columns={columns} minWidth={minWidth}>
                {items.map((post) => (
                  <PostRow key={post.id} post={post} />
                ))}
              </ScrollTable>
              <TextLink to="/assignments" search={{ status: 'published', sort: '-publishedAt' }} size="sm">
                {texts.recent.viewAll}
              </TextLink>
            </>
          )}
        </ListFrame>
      </Stack>
    </Paper>
  );
}

function PostRow({ post }: { post: Posts['items'][number] }) {
  const { title, type, platformUrl, reading } = post;
  return (
    <Table.Tr>
      <PostCells post={post} figures={reading}>
        {platformUrl !== null && (
          <>
            {' · '}
            <Anchor
              href={platformUrl}
              target="_blank"
              rel="noreferrer"
              size="xs"
              underline="always"
              aria-label={texts.recent.viewPostName(titleOf({ title, type }))}
            >
              {texts.recent.viewPost}
            </Anchor>
          </>
        )}
      </PostCells>
      <Table.Td>
        <Text size="sm" component="div">
          {reading ? <RelativeTime at={reading.readAt} /> : texts.recent.notCounted}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
