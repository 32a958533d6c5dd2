import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FaultAlert } from '../../parts/FaultAlert';
import { InPieces } from '../../parts/Later';
import { TextLink } from '../../parts/links';
import { ChannelPicture } from '../../parts/picture/ChannelPicture';
import { Section } from '../../parts/Section';
import { endsSoon, needsAttention } from '../../resources/connections/attention';
import { ConnectMenu } from '../../resources/connections/ConnectMenu';
import { connectionsQuery } from '../../resources/connections/queries';
import type { ConnectionRow } from '../../resources/connections/queries';
import { labels } from '../../texts/labels';
import { texts as catalogue } from '../../texts/screens/overview';
import { useViewer } from '../../viewer/viewer';

const texts = catalogue.channels;
const shownMax = 6;
/** In pixels. */
const unreadHeight = 60;

/** Each channel with its state in a word. The channels that need somebody are first, and channels that are off are last. */
export function Channels() {
  const { may } = useViewer();
  const { data, error, refetch } = useQuery(connectionsQuery);
  const channels = data?.items.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <Section
      id="channels"
      title={texts.title}
      aside={
        <Group gap="sm">
          {may('connection.manage') && <ConnectMenu size="compact-sm" variant="subtle" />}
          <TextLink to="/connections" size="sm">
            {data && data.total > shownMax ? texts.all(data.total) : texts.manage}
          </TextLink>
        </Group>
      }
    >
      {channels?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {channels && channels.length > 0 && (
        <Stack component="ul" role="list" gap="xs" className="matters">
          <InPieces>
            {channels.slice(0, shownMax).map((channel) => (
              <Channel key={channel.id} channel={channel} />
            ))}
          </InPieces>
        </Stack>
      )}
      {!data && !error && <Skeleton height={unreadHeight} role="status" aria-label={labels.loading} />}
      {error && <FaultAlert error={error} onRetry={() => void refetch()} />}
    </Section>
  );
}

function Channel({ channel }: { channel: ConnectionRow }) {
  const { name, platform } = channel;
  const { label, color } = stateOf(channel);
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <ChannelPicture channel={channel} platform={platform} />
      <TextLink to="/connections" search={{ search: name }} size="sm" flex={1} truncate>
        {name}
      </TextLink>
      <Badge color={color}>{label}</Badge>
    </Group>
  );
}

function rankOf(channel: ConnectionRow): number {
  if (!channel.isActive) return 2;
  return needsAttention(channel) ? 0 : 1;
}

function stateOf(channel: ConnectionRow): { label: string; color: string } {
  if (!channel.isActive) return { label: texts.off, color: 'gray' };
  if (channel.tokenStatus !== 'valid') return { label: texts.broken, color: 'red' };
  return endsSoon(channel) ? { label: texts.ends, color: 'yellow' } : { label: texts.works, color: 'teal' };
}
