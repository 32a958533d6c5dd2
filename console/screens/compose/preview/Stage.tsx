import { Text } from '@mantine/core';
import { PostPicture } from '../../../parts/picture/PostPicture';
import { texts } from '../../../texts/screens/compose';
import { hostOf } from './shown';
import type { PreviewProps } from './shown';

interface Props extends Pick<PreviewProps, 'platform' | 'type' | 'mediaUrl' | 'fileName' | 'fileAt'> {
  shape: 'wide' | 'tall' | 'square' | 'filled';
  /** The picture that stands for a video until it is played. */
  poster?: string | undefined;
  /** True: a reader can play a video. */
  isPlayed?: boolean;
}

/** The media of a post: the file that was chosen in this page, or else a drawing with its name. Nothing is loaded from elsewhere. */
export function Stage({ shape, poster, isPlayed = false, platform, type, mediaUrl, fileName, fileAt }: Props) {
  const file = fileAt(mediaUrl);
  return (
    <div className="preview-stage" data-shape={shape}>
      {file ? (
        file.type.startsWith('image/') ? (
          <img src={file.url} alt={file.name} />
        ) : (
          <video
            src={file.url}
            aria-label={file.name}
            controls={isPlayed}
            muted
            preload="metadata"
            {...(poster !== undefined && { poster })}
          />
        )
      ) : (
        <>
          <PostPicture post={{ platform, type, thumbnailUrl: null }} size="full" />
          <Text className="preview-name breakable" size="xs" lineClamp={1}>
            {fileName ?? hostOf(mediaUrl) ?? texts.preview.media}
          </Text>
        </>
      )}
    </div>
  );
}
