import { Stack, Text } from '@mantine/core';
import { mediaUrlTypes } from '../../../../domain/assignment';
import { MediaFrame } from './MediaFrame';
import { textIn } from './shown';
import type { PreviewProps } from './shown';

const texts = ['title', 'message', 'description'];

/** A post on a platform whose look is not known here: its media and its texts. */
export function PlainPreview({ channel, type, payload, mediaUrl, fileName, fileAt }: PreviewProps) {
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm" className="breakable">
        {channel}
      </Text>
      {mediaUrlTypes.includes(type) && (
        <MediaFrame mediaUrl={mediaUrl} fileName={fileName} fileAt={fileAt} ratio={16 / 9} />
      )}
      {texts.map((name) => (
        <Text key={name} size="sm" lineClamp={5} className="breakable">
          {textIn(payload, name)}
        </Text>
      ))}
    </Stack>
  );
}
