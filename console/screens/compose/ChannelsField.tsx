import { Checkbox, Paper, SimpleGrid } from '@mantine/core';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts } from '../../texts/screens/compose';
import { usePlatformName } from '../../viewer/viewer';
import type { Draft } from './draft';

interface Props {
  draft: Draft;
  channels: readonly ConnectionRow[];
  error: string | undefined;
  onChange: (draft: Draft) => void;
}

/** The channels that get the post. A channel that has got the post already stays chosen. */
export function ChannelsField({ draft, channels, error, onChange }: Props) {
  const platformName = usePlatformName();
  return (
    <Paper>
      <Checkbox.Group
        label={texts.channels}
        description={texts.channelsHint}
        withAsterisk
        error={error}
        value={[...draft.connectionIds]}
        onChange={(connectionIds) => onChange({ ...draft, connectionIds })}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs" mah={320} style={{ overflowY: 'auto' }}>
          {channels.map(({ id, name, platform }) => (
            <Checkbox
              key={id}
              value={id}
              label={name}
              description={platformName(platform)}
              disabled={draft.sent[id] !== undefined}
              className="breakable"
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Paper>
  );
}
