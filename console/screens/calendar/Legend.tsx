import { Text } from '@mantine/core';
import { PlatformMark } from '../../parts/picture/PlatformMark';
import { texts } from '../../texts/screens/calendar';
import type { Entry } from './queries';
import { useChannelColor } from './useChannelColor';

/** More names would take the place of the calendar. */
const shownMax = 12;

/** The channels of the shown posts, each with its colour and its name. */
export function Legend({ entries }: { entries: readonly Entry[] }) {
  const all = new Map(entries.map(({ connection, platform }) => [connection.id, { ...connection, platform }]));
  const channels = [...all.values()].toSorted((one, other) => one.name.localeCompare(other.name));
  if (channels.length === 0) return null;
  return (
    <ul className="calendar-legend" aria-label={texts.legend}>
      {channels.slice(0, shownMax).map((channel) => (
        <Channel key={channel.id} channel={channel} />
      ))}
      {channels.length > shownMax && <li>{texts.moreChannels(channels.length - shownMax)}</li>}
    </ul>
  );
}

function Channel({ channel: { id, name, platform } }: { channel: { id: string; name: string; platform: string } }) {
  const color = useChannelColor(id);
  return (
    <li>
      <span className="calendar-swatch" style={{ background: color }} />
      <PlatformMark platform={platform} size={14} />
      <Text span size="sm" className="breakable">
        {name}
      </Text>
    </li>
  );
}
