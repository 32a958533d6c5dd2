import { Stack, Text } from '@mantine/core';
import { mediaUrlTypes } from '../../../../domain/assignment';
import { textIn } from './shown';
import type { PreviewProps } from './shown';
import { Stage } from './Stage';

const texts = ['title', 'message', 'description'];

/** A post on a platform whose look is not known here: its media and its texts. */
export function PlainPreview(props: PreviewProps) {
  const { channel, type, payload } = props;
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm" className="breakable">
        {channel.name}
      </Text>
      {mediaUrlTypes.includes(type) && <Stage {...props} shape="wide" isPlayed />}
      {texts.map((name) => (
        <Text key={name} size="sm" lineClamp={5} className="breakable">
          {textIn(payload, name)}
        </Text>
      ))}
    </Stack>
  );
}
