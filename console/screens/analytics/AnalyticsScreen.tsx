import { Group, NativeSelect } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { statisticsDaysDefault } from '../../../domain/statistics';
import { Later } from '../../parts/Later';
import { Screen } from '../../parts/Screen';
import { useChannelChoices } from '../../resources/connections/useChannelChoices';
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
  const channels = useChannelChoices('All channels', connectionId);
  const show = (change: Record<string, unknown>) =>
    void navigate({ to: '/analytics', search: readAnalyticsSearch({ ...search, ...change }), resetScroll: false });
  return (
    <Screen
      title="Analytics"
      description="How publishing goes, and how your channels grow"
      actions={
        <NativeSelect
          aria-label="How far back"
          value={days}
          data={spans.map((span) => ({ value: String(span), label: `Last ${span} days` }))}
          onChange={(event) => show({ days: event.currentTarget.value })}
        />
      }
    >
      <Comparison search={search} />
      <Group>
        <NativeSelect
          label="Publishing of"
          maw="100%"
          value={connectionId}
          data={channels}
          onChange={(event) => show({ connectionId: event.currentTarget.value })}
        />
      </Group>
      <Publishing search={search} />
      <Later>
        <Growth search={search} />
        <RecentPosts />
      </Later>
    </Screen>
  );
}
