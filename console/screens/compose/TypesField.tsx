import { Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Capabilities } from '../../../api/platforms/schema';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/compose';
import { usePlatformName } from '../../viewer/viewer';
import { partOf, typeNamed, withPart } from './draft';
import type { Draft } from './draft';

interface Props {
  capabilities: readonly Capabilities[];
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** The type of post for each platform. */
export function TypesField({ capabilities, draft, onChange }: Props) {
  const platformName = usePlatformName();
  return (
    <Paper>
      <Stack>
        {capabilities.map(({ platform, contentTypes }) => (
          <Stack gap="xs" key={platform} align="flex-start">
            <Text size="sm" fw={600} id={`type-${platform}`}>
              {capabilities.length === 1 ? labels.type : texts.typeFor(platformName(platform))}
            </Text>
            <SegmentedControl
              aria-labelledby={`type-${platform}`}
              style={{ flexWrap: 'wrap' }}
              value={partOf(draft, platform).type ?? ''}
              data={contentTypes.map(({ slug, name }) => ({ value: slug, label: name }))}
              onChange={(next) => onChange(withPart(draft, platform, { type: typeNamed(next) }))}
            />
          </Stack>
        ))}
      </Stack>
    </Paper>
  );
}
