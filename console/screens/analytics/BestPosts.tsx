import { Group, Paper, SegmentedControl, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rawFigures } from '../../../domain/statistics/readings';
import type { RawFigure } from '../../../domain/statistics/readings';
import { api, readAnew } from '../../http/client';
import { announceFault } from '../../parts/announce';
import { ListFrame } from '../../parts/list/ListFrame';
import { numberColumn, ScrollTable } from '../../parts/list/ScrollTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { titleOf } from '../../resources/assignments/titleOf';
import { count } from '../../texts/amounts';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/analytics';
import { useViewer } from '../../viewer/viewer';
import { PostCells } from './PostCells';
import { bestPostsQuery, settingsQuery } from './queries';

const minWidth = 840;
const choices = rawFigures.map((figure) => ({ value: figure, label: labels.figures[figure] }));
const numbers = rawFigures.map((figure) => numberColumn(labels.figures[figure]));
const columns = [texts.recent.post, texts.recent.published, ...numbers, texts.best.counted];

/** The posts with the largest counts, by one count as the platforms told it. */
export function BestPosts() {
  const [by, setBy] = useState<RawFigure>('views');
  const query = useQuery(bestPostsQuery(by));
  const best = query.isPlaceholderData ? undefined : query.data?.items[0];
  return (
    <Paper component="section" aria-labelledby="best">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} id="best">
              {texts.best.title}
            </Title>
            <Text size="sm" c="dimmed">
              {best ? texts.best.leader(titleOf(best), count(best[by]), labels.figures[by]) : texts.best.description}
            </Text>
          </div>
          <SegmentedControl
            size="xs"
            aria-label={texts.best.by}
            data={choices}
            value={by}
            onChange={(next) => setBy(rawFigures.find((figure) => figure === next) ?? by)}
          />
        </Group>
        <ListFrame
          query={query}
          isEmpty={({ items }) => items.length === 0}
          empty={{ title: texts.best.emptyTitle, description: texts.best.emptyDescription }}
        >
          {({ items }) => (
            <ScrollTable caption={texts.best.title} columns={columns} minWidth={minWidth}>
              {items.map(({ readAt, ...post }) => (
                <Table.Tr key={post.id}>
                  <PostCells post={post} figures={post} />
                  <Table.Td>
                    <Text size="sm" component="div">
                      <RelativeTime at={readAt} />
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </ScrollTable>
          )}
        </ListFrame>
        <CountingSwitch />
      </Stack>
    </Paper>
  );
}

/** Whether posts are counted over time: for those who may decide so for the workspace. */
function CountingSwitch() {
  const { may } = useViewer();
  const queries = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const change = useMutation({
    mutationFn: async (postStatistics: boolean) => api.updateSettings({ postStatistics }),
    onSuccess: async () => readAnew(queries, ['getSettings', 'getStatsHistory']),
    onError: announceFault,
  });
  if (!data || !may('setting.manage')) return null;
  return (
    <Switch
      label={texts.best.setting}
      checked={data.postStatistics}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
