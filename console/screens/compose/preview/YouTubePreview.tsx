import { Avatar, Badge, Box, Group, Stack, Text } from '@mantine/core';
import { texts as catalogue } from '../../../texts/screens/compose';
import { MediaFrame } from './MediaFrame';
import { textIn } from './shown';
import type { PreviewProps } from './shown';

const texts = catalogue.preview;
const wide = 16 / 9;
const tall = 9 / 16;
const tallWidth = 220;

/** A video with its title below, or a Short with its title. */
export function YouTubePreview({ channel, type, payload, mediaUrl, fileName, fileAt }: PreviewProps) {
  const isShort = type === 'short';
  const description = textIn(payload, 'description');
  const privacy = textIn(payload, 'privacy') || 'private';
  return (
    <Stack gap="xs" maw={isShort ? tallWidth : undefined}>
      <MediaFrame mediaUrl={mediaUrl} fileName={fileName} fileAt={fileAt} ratio={isShort ? tall : wide} />
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Avatar name={channel} alt="" color="gray" size="md" />
        <Box className="breakable">
          <Text fw={600} size="sm" lineClamp={2}>
            {textIn(payload, 'title') || texts.youtubeTitle}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.youtubeMeta(channel)}
          </Text>
          {!isShort && description !== '' && (
            <Text size="xs" lineClamp={3} mt={4} style={{ whiteSpace: 'pre-line' }}>
              {description}
            </Text>
          )}
          <Badge mt="xs" color={privacy === 'public' ? 'teal' : 'gray'}>
            {privacy}
          </Badge>
        </Box>
      </Group>
    </Stack>
  );
}
