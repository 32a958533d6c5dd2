import { Group, NativeSelect } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { statisticsDaysDefault } from '../../../domain/statistics';
import { Screen } from '../../parts/Screen';
import { useChannelChoices } from '../../resources/connections/useChannelChoices';
import { texts } from '../../texts/screens/analytics';
import { BestPosts } from './BestPosts';
import { Comparison } from './Comparison';
import { Growth } from './Growth';
import { Publishing } from './Publishing';
import { RecentPosts } from './RecentPosts';
import { readAnalyticsSearch, spans } from './search';

const route = getRouteApi('/shell/analytics');

/** The screen of figures: posts by day, and the growth of the channels. */
export function AnalyticsScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { days = statisticsDaysDefault, connectionId = '' } = search;
  const channels = useChannelChoices(texts.allChannels, connectionId);
  const show = (change: Record<string, unknown>) =>
    void navigate({ to: '/analytics', search: readAnalyticsSearch({ ...search, ...change }), resetScroll: false });
  return (
    <Screen
      title={texts.title}
      description={texts.description}
      actions={
        <NativeSelect
          aria-label={texts.dateRange}
          value={days}
          data={spans.map((span) => ({ value: String(span), label: texts.lastDays(span) }))}
          onChange={(event) => show({ days: event.currentTarget.value })}
        />
      }
    >
      <Comparison search={search} />
      <Group>
        <NativeSelect
          label={texts.channelFilter}
          maw="100%"
          value={connectionId}
          data={channels}
          onChange={(event) => show({ connectionId: event.currentTarget.value })}
        />
      </Group>
      <Publishing search={search} />
      <Growth search={search} />
      <BestPosts />
      <RecentPosts />
    </Screen>
  );
}
