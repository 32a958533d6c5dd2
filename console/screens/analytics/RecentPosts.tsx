import { Anchor, Button, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecentPosts as Posts } from '../../../api/stats/consoleSchema';
import { liveStatsCredits } from '../../../domain/credits';
import { rawFigures } from '../../../domain/statistics/readings';
import { api } from '../../http/client';
import { announceFault } from '../../parts/announce';
import { TextLink } from '../../parts/links';
import { ListFrame } from '../../parts/list/ListFrame';
import { numberColumn, ScrollTable } from '../../parts/list/ScrollTable';
import { refreshCredits } from '../../resources/billing/queries';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/analytics';
import { typeWords } from '../../words/states';
import { PostCells } from './PostCells';
import { recentPostsQuery } from './queries';

const minWidth = 720;
const numbers = rawFigures.map((figure) => numberColumn(labels.figures[figure]));
const columns = [texts.recent.post, texts.recent.published, ...numbers, texts.recent.liveStats];

/** The posts that went live last, and the present counts of their platforms. */
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
            {texts.recent.description(liveStatsCredits)}
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

function PostRow({
  post: { id, title, type, connection, platformUrl, publishedAt },
}: {
  post: Posts['items'][number];
}) {
  const queries = useQueryClient();
  const name = title ?? typeWords[type];
  const ask = useMutation({
    mutationFn: async () => api.getPostStats({ connectionId: connection.id, postId: id }),
    onSuccess: async () => refreshCredits(queries),
    onError: announceFault,
  });
  const askName = ask.data ? texts.recent.refreshName : texts.recent.getStatsName;
  return (
    <Table.Tr>
      <PostCells post={{ id, title, type, connection, publishedAt }} figures={ask.data}>
        {platformUrl !== null && (
          <>
            {' · '}
            <Anchor
              href={platformUrl}
              target="_blank"
              rel="noreferrer"
              size="xs"
              underline="always"
              aria-label={texts.recent.viewPostName(name)}
            >
              {texts.recent.viewPost}
            </Anchor>
          </>
        )}
      </PostCells>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={askName(name, liveStatsCredits)}
          loading={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {ask.data ? texts.recent.refresh : texts.recent.getStats}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
