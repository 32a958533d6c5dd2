import { Badge, Box, Group, Stack, Text } from '@mantine/core';
import { ChannelPicture } from '../../../parts/picture/ChannelPicture';
import { texts as catalogue } from '../../../texts/screens/compose';
import { cuts } from './cuts';
import { CutText } from './CutText';
import { textIn } from './shown';
import type { PreviewProps } from './shown';
import { Stage } from './Stage';

const texts = catalogue.preview;

/** The page on which a video is watched, and the video in a list beside it. */
export function YouTubeWatch(props: PreviewProps) {
  const { channel, platform, payload, fileAt } = props;
  const title = textIn(payload, 'title') || texts.youtubeTitle;
  const privacy = textIn(payload, 'privacy') || 'private';
  const poster = fileAt(textIn(payload, 'thumbnailUrl'));
  return (
    <div className="preview-watch">
      <Stack gap={6}>
        <Stage {...props} shape="wide" poster={poster?.url} isPlayed />
        <Text fw={700} lh={1.3} className="breakable">
          {title}
        </Text>
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap" className="breakable">
            <ChannelPicture channel={channel} platform={platform} size={28} />
            <Text size="sm" fw={600} lineClamp={1}>
              {channel.name}
            </Text>
          </Group>
          <Badge color={privacy === 'public' ? 'teal' : 'gray'}>{privacy}</Badge>
        </Group>
        <Box className="preview-box">
          <Text size="xs" fw={600}>
            {texts.youtubeViews}
          </Text>
          <CutText
            text={textIn(payload, 'description')}
            cut={cuts.youtubeDescription}
            more={texts.youtubeMore}
            size="xs"
          />
        </Box>
      </Stack>
      <Stack gap={4} className="preview-list">
        <Text size="xs" c="dimmed">
          {texts.inLists}
        </Text>
        {poster ? (
          <div className="preview-stage" data-shape="wide">
            <img src={poster.url} alt={texts.thumbnail} />
          </div>
        ) : (
          <Stage {...props} shape="wide" />
        )}
        <CutText text={title} cut={cuts.youtubeListTitle} more={texts.listMore} size="xs" fw={600} lh={1.3} />
        <Text size="xs" c="dimmed" className="breakable">
          {channel.name}
        </Text>
      </Stack>
    </div>
  );
}
