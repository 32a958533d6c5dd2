import { AspectRatio, Center, Text } from '@mantine/core';
import type { LocalFile } from '../../../media/keptUploads';
import { texts } from '../../../texts/screens/compose';
import { hostOf } from './shown';
import type { PreviewProps } from './shown';

interface Props extends Pick<PreviewProps, 'mediaUrl' | 'fileName' | 'fileAt'> {
  /** Width by height. */
  ratio: number;
}

/** The media of a post: the file that was chosen in this page, or else its name. Nothing is loaded from elsewhere. */
export function MediaFrame({ mediaUrl, fileName, fileAt, ratio }: Props) {
  const file = fileAt(mediaUrl);
  return (
    <AspectRatio ratio={ratio}>
      {file ? (
        <Shown file={file} />
      ) : (
        <Center bg="var(--mantine-color-default-hover)" p="md">
          <Text size="sm" c="dimmed" ta="center" className="breakable">
            {fileName ?? hostOf(mediaUrl) ?? texts.preview.media}
          </Text>
        </Center>
      )}
    </AspectRatio>
  );
}

function Shown({ file: { name, type, url } }: { file: LocalFile }) {
  const look = { objectFit: 'cover', background: 'black' } as const;
  if (type.startsWith('image/')) return <img src={url} alt={name} style={look} />;
  return <video src={url} aria-label={name} controls muted preload="metadata" style={look} />;
}
