import { Checkbox, Group, SimpleGrid } from '@mantine/core';
import { InPieces } from '../../../parts/Later';
import { ChannelPicture } from '../../../parts/picture/ChannelPicture';
import type { ConnectionRow } from '../../../resources/connections/queries';
import { texts } from '../../../texts/screens/compose';
import { usePlatformName } from '../../../viewer/viewer';
import type { Draft } from '../draft';

interface Props {
  draft: Draft;
  channels: readonly ConnectionRow[];
  error: string | undefined;
  onChange: (draft: Draft) => void;
}

/** As high as three lines of channels and a half, so that further ones are suspected. */
const listHeight = 172;

/** The channels that get the post. A channel that has got the post already stays chosen. */
export function ChannelsField({ draft, channels, error, onChange }: Props) {
  const platformName = usePlatformName();
  return (
    <Checkbox.Group
      label={texts.channels}
      description={draft.connectionIds.length === 0 && texts.channelsMissing}
      withAsterisk
      error={error}
      value={[...draft.connectionIds]}
      onChange={(connectionIds) => onChange({ ...draft, connectionIds })}
      data-place="channels"
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6} mah={listHeight} style={{ overflowY: 'auto' }}>
        <InPieces>
          {channels.map((channel) => (
            <Group key={channel.id} gap="xs" wrap="nowrap">
              <ChannelPicture channel={channel} platform={channel.platform} size={32} />
              <Checkbox
                value={channel.id}
                label={channel.name}
                description={platformName(channel.platform)}
                disabled={draft.sent[channel.id] !== undefined}
                className="breakable"
              />
            </Group>
          ))}
        </InPieces>
      </SimpleGrid>
    </Checkbox.Group>
  );
}
