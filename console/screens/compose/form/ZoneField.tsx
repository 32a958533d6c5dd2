import { Select } from '@mantine/core';
import { texts } from '../../../texts/schedule';
import { useViewer } from '../../../viewer/viewer';
import { zoneName } from '../../../words/time';
import { noteZone, zonesOf } from './channelZones';

interface Props {
  /** Null: the viewer's own. */
  timezone: string | null;
  channelIds: readonly string[];
  onChange: (timezone: string | null) => void;
}

/**
 * The zone in which the time is picked: the viewer's own, or another one. No platform tells the zone of a channel, so this browser keeps
 * the zone that was picked last for the channel.
 */
export function ZoneField({ timezone, channelIds, onChange }: Props) {
  const own = useViewer().profile.timezone;
  const ofChannels = zonesOf(channelIds).filter((zone) => zone !== own);
  const others = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter(
    (zone, place, all) => zone !== own && !ofChannels.includes(zone) && all.indexOf(zone) === place,
  );
  const group = (name: string, zones: readonly string[]) => ({
    group: name,
    items: zones.map((zone) => ({ value: zone, label: zoneName(zone) })),
  });
  return (
    <Select
      label={texts.zone}
      value={timezone ?? own}
      data={[
        group(texts.ownZone, [own]),
        ...(ofChannels.length === 0 ? [] : [group(texts.channelZones, ofChannels)]),
        group(texts.otherZones, others),
      ]}
      searchable
      limit={50}
      allowDeselect={false}
      maw={240}
      onChange={(zone) => {
        if (zone === null) return;
        noteZone(channelIds, zone);
        onChange(zone === own ? null : zone);
      }}
    />
  );
}
