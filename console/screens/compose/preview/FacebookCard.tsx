import { Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Globe, Link2, MessageCircle, Share2, ThumbsUp } from 'lucide-react';
import { ChannelPicture } from '../../../parts/picture/ChannelPicture';
import { texts as catalogue } from '../../../texts/screens/compose';
import { cuts } from './cuts';
import { CutText } from './CutText';
import { hostOf, textIn } from './shown';
import type { PreviewProps } from './shown';
import { Stage } from './Stage';

const texts = catalogue.preview;
const photosShown = 5;

/** A post in the feed of a Page: its text, and its media or link below. */
export function FacebookCard(props: PreviewProps) {
  const { channel, platform, payload } = props;
  const title = textIn(payload, 'title');
  const text = textIn(payload, 'message') || textIn(payload, 'description');
  return (
    <div className="preview-card">
      <Stack gap={6} p="xs">
        <Group gap="xs" wrap="nowrap">
          <ChannelPicture channel={channel} platform={platform} size={36} />
          <Box className="breakable">
            <Text fw={600} size="sm" lineClamp={1}>
              {channel.name}
            </Text>
            <Group gap={4} c="dimmed">
              <Text size="xs">{texts.facebookMeta}</Text>
              <Globe aria-hidden size={12} />
            </Group>
          </Box>
        </Group>
        <CutText text={text} cut={cuts.facebookPost} more={texts.facebookMore} size="sm" />
      </Stack>
      <Attached {...props} />
      {title !== '' && (
        <Text fw={600} size="sm" lineClamp={2} className="breakable" px="xs" pt={6}>
          {title}
        </Text>
      )}
      <Group className="preview-actions" c="dimmed" aria-hidden>
        {[ThumbsUp, MessageCircle, Share2].map((Icon, place) => (
          <Icon key={place} size={18} />
        ))}
      </Group>
    </div>
  );
}

/** The attachment below the text. */
function Attached(props: PreviewProps) {
  const { type, payload } = props;
  if (type === 'text') return null;
  if (type === 'link') return <LinkCard link={textIn(payload, 'link')} />;
  if (type === 'carousel') return <Photos {...props} />;
  return <Stage {...props} shape={type === 'image' ? 'square' : 'wide'} isPlayed />;
}

function LinkCard({ link }: { link: string }) {
  return (
    <>
      <div className="preview-stage preview-link" data-shape="wide" aria-hidden>
        <Link2 size={48} strokeWidth={1.5} />
      </div>
      <Box p="xs" bg="var(--mantine-color-default-hover)" className="breakable">
        <Text size="xs" tt="uppercase">
          {hostOf(link) ?? texts.linkSite}
        </Text>
        <Text size="sm">{texts.linkHint}</Text>
      </Box>
    </>
  );
}

/** The photos as the feed lays them out: the first photos, and the number of the others on the last of them. */
function Photos(props: PreviewProps) {
  const given = props.payload['mediaUrls'];
  const urls = Array.isArray(given) ? given.map(String) : [];
  const shown = urls.length === 0 ? ['', ''] : urls.slice(0, photosShown);
  const hidden = urls.length - shown.length;
  return (
    <div className="preview-photos" data-count={shown.length}>
      {shown.map((url, place) => (
        <div key={url || place}>
          <Stage {...props} mediaUrl={url} fileName={null} shape="filled" />
          {hidden > 0 && place === photosShown - 1 && (
            <Text className="preview-rest" fw={600} size="lg">
              <VisuallyHidden>{texts.morePhotos(hidden)}</VisuallyHidden>
              <span aria-hidden>+{hidden}</span>
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}
