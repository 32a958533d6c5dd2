import { Avatar, Box, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ContentType } from '../../../../domain/assignment';
import { texts as catalogue } from '../../../texts/screens/compose';
import { MediaFrame } from './MediaFrame';
import { hostOf, textIn } from './shown';
import type { PreviewProps } from './shown';

const texts = catalogue.preview;
const tall = 9 / 16;
const wide = 16 / 9;
const square = 1;
const tallWidth = 220;
const photosShown = 4;

/** A post of a Page: its text, and its media or link below; reels and stories stand upright. */
export function FacebookPreview(props: PreviewProps) {
  const { channel, type, payload } = props;
  const title = textIn(payload, 'title');
  const text = textIn(payload, 'message') || textIn(payload, 'description');
  return (
    <Stack gap="xs" maw={isTall(type) ? tallWidth : undefined}>
      <Group gap="sm" wrap="nowrap">
        <Avatar name={channel} alt="" color="gray" size="md" />
        <Box className="breakable">
          <Text fw={600} size="sm" lineClamp={1}>
            {channel}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.facebookMeta}
          </Text>
        </Box>
      </Group>
      {title !== '' && (
        <Text fw={600} size="sm" lineClamp={2} className="breakable">
          {title}
        </Text>
      )}
      {text !== '' && (
        <Text size="sm" lineClamp={5} className="breakable" style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
      )}
      <Attached {...props} />
    </Stack>
  );
}

function isTall(type: ContentType): boolean {
  return type === 'reel' || type === 'story';
}

/** The attachment below the text. */
function Attached({ type, payload, mediaUrl, fileName, fileAt }: PreviewProps) {
  if (type === 'text') return null;
  if (type === 'link') return <LinkCard link={textIn(payload, 'link')} />;
  if (type === 'carousel') return <Photos payload={payload} fileAt={fileAt} />;
  const flat = type === 'image' ? square : wide;
  return <MediaFrame mediaUrl={mediaUrl} fileName={fileName} fileAt={fileAt} ratio={isTall(type) ? tall : flat} />;
}

function LinkCard({ link }: { link: string }) {
  return (
    <Box p="sm" bg="var(--mantine-color-default-hover)" className="breakable">
      <Text size="xs" c="dimmed" tt="uppercase">
        {hostOf(link) ?? texts.linkSite}
      </Text>
      <Text size="sm">{texts.linkHint}</Text>
    </Box>
  );
}

function Photos({ payload, fileAt }: Pick<PreviewProps, 'payload' | 'fileAt'>) {
  const urls = Array.isArray(payload['mediaUrls']) ? payload['mediaUrls'].map(String) : [];
  const hidden = urls.length - photosShown;
  return (
    <>
      <SimpleGrid cols={2} spacing={4} verticalSpacing={4}>
        {(urls.length === 0 ? [''] : urls.slice(0, photosShown)).map((url) => (
          <MediaFrame key={url} mediaUrl={url} fileName={null} fileAt={fileAt} ratio={square} />
        ))}
      </SimpleGrid>
      {hidden > 0 && (
        <Text size="xs" c="dimmed">
          {texts.morePhotos(hidden)}
        </Text>
      )}
    </>
  );
}
