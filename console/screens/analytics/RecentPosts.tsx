import { Anchor, Button, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecentPosts as Posts } from '../../../api/stats/consoleSchema';
import { liveStatsCredits } from '../../../domain/credits';
import { api } from '../../http/client';
import { announceFault } from '../../parts/announce';
import { TextLink } from '../../parts/links';
import { ListFrame } from '../../parts/list/ListFrame';
import { ScrollTable } from '../../parts/list/ScrollTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { refreshCredits } from '../../resources/billing/queries';
import { count, credits } from '../../words/amounts';
import { typeWords } from '../../words/states';
import { recentPostsQuery } from './queries';

const minWidth = 720;
const numbers = ['Views', 'Likes', 'Comments', 'Shares'];
const columns = ['Post', 'Published', ...numbers, 'Live numbers'];
const fields = ['views', 'likes', 'comments', 'shares'] as const;

/** The posts that went live last, and what their platforms count now. */
export function RecentPosts() {
  const query = useQuery(recentPostsQuery);
  return (
    <Paper component="section" aria-labelledby="recent">
      <Stack gap="sm">
        <div>
          <Title order={2} id="recent">
            Recent posts
          </Title>
          <Text size="sm" c="dimmed">
            Live numbers are asked of the platform. Each question costs {credits(liveStatsCredits)}.
          </Text>
        </div>
        <ListFrame
          query={query}
          isEmpty={({ items }) => items.length === 0}
          empty={{ title: 'Nothing is published yet', description: 'The last posts that went live are listed here.' }}
        >
          {({ items }) => (
            <>
              <ScrollTable caption="Recent posts" columns={columns} numbers={numbers} minWidth={minWidth}>
                {items.map((post) => (
                  <PostRow key={post.id} post={post} />
                ))}
              </ScrollTable>
              <TextLink to="/assignments" search={{ status: 'published', sort: '-publishedAt' }} size="sm">
                All published posts
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
  return (
    <Table.Tr>
      <Table.Td maw={280}>
        <TextLink
          to="/assignments/$assignmentId"
          params={{ assignmentId: id }}
          size="sm"
          fw={500}
          className="breakable"
        >
          {name}
        </TextLink>
        <Text size="xs" c="dimmed" component="div" className="breakable">
          {typeWords[type]}, {connection.name}
          {platformUrl !== null && (
            <>
              {' · '}
              <Anchor
                href={platformUrl}
                target="_blank"
                rel="noreferrer"
                size="xs"
                underline="always"
                aria-label={`See it: ${name}`}
              >
                See it
              </Anchor>
            </>
          )}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm" component="div">
          <RelativeTime at={publishedAt} />
        </Text>
      </Table.Td>
      {fields.map((field) => (
        <Table.Td key={field} className="tabular">
          {ask.data ? count(ask.data[field]) : '–'}
        </Table.Td>
      ))}
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Ask for the numbers of ${name}, for ${credits(liveStatsCredits)}`}
          loading={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {ask.data ? 'Ask again' : 'Ask'}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
