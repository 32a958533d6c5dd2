import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { Missing } from '../../../payload/Missing';
import { labels } from '../../../texts/labels';
import { texts } from '../../../texts/screens/compose';
import { usePlatformName } from '../../../viewer/viewer';
import { partOf, typeNamed, withPart } from '../draft';
import type { Draft } from '../draft';
import { offeredOf } from '../offers';
import type { Offers } from '../offers';

interface Props {
  offers: Offers;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** The type of post for each platform. */
export function TypesField({ offers, draft, onChange }: Props) {
  const platformName = usePlatformName();
  const platforms = Object.entries(offers);
  return (
    <Group gap="md" align="flex-start" data-place="types">
      {platforms.map(([platform, types]) => (
        <Stack gap={4} key={platform} align="flex-start" maw="100%">
          <Group gap={6}>
            <Text size="sm" fw={600} id={`type-${platform}`}>
              {platforms.length === 1 ? labels.type : texts.typeFor(platformName(platform))}
            </Text>
            {!offeredOf(offers, platform, partOf(draft, platform).type) && (
              <Text span size="xs">
                <Missing />
              </Text>
            )}
          </Group>
          <SegmentedControl
            size="xs"
            name={platform}
            aria-labelledby={`type-${platform}`}
            style={{ flexWrap: 'wrap' }}
            value={partOf(draft, platform).type ?? ''}
            data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
            onChange={(next) => onChange(withPart(draft, platform, { type: typeNamed(next) }))}
          />
        </Stack>
      ))}
    </Group>
  );
}
