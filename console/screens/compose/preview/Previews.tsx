import './preview.css';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ContentType } from '../../../../domain/assignment';
import { Section } from '../../../parts/Section';
import type { ConnectionRow } from '../../../resources/connections/queries';
import { texts as catalogue } from '../../../texts/screens/compose';
import { usePlatformName } from '../../../viewer/viewer';
import { sentValues } from '../commonTexts';
import { partOf, platformsOf } from '../draft';
import type { Draft } from '../draft';
import { offeredOf } from '../offers';
import type { Offers } from '../offers';
import { FacebookCard } from './FacebookCard';
import { PlainPreview } from './PlainPreview';
import type { PreviewProps } from './shown';
import { Reel, Short, Story } from './UprightPreview';
import { YouTubeWatch } from './YouTubeWatch';

const texts = catalogue.preview;

type Looks = Partial<Record<ContentType, (props: PreviewProps) => ReactNode>>;

/** The looks that are known here, by platform and type. */
const looks: Readonly<Record<string, Looks>> = {
  youtube: { video: YouTubeWatch, short: Short },
  facebook: {
    video: FacebookCard,
    image: FacebookCard,
    link: FacebookCard,
    text: FacebookCard,
    carousel: FacebookCard,
    reel: Reel,
    story: Story,
  },
};

interface Props extends Pick<PreviewProps, 'fileAt'> {
  draft: Draft;
  /** The chosen channels. */
  channels: readonly ConnectionRow[];
  offers: Offers;
}

/** About how the post will look, platform by platform. */
export function Previews({ draft, channels, offers, fileAt }: Props) {
  const platformName = usePlatformName();
  const [wanted, setWanted] = useState('');
  const platforms = platformsOf(channels);
  const channel = channels.find(({ platform }) => platform === wanted) ?? channels[0];
  if (!channel) return null;
  const { platform } = channel;
  const { type, payload } = partOf(draft, platform);
  const offered = offeredOf(offers, platform, type);
  const Look = (type && looks[platform]?.[type]) ?? PlainPreview;
  return (
    <Section
      id="preview"
      title={texts.title}
      aside={
        platforms.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={texts.platform}
            value={platform}
            data={platforms.map((one) => ({ value: one, label: platformName(one) }))}
            onChange={setWanted}
          />
        )
      }
    >
      {type === null || !offered ? (
        <Text size="sm" c="dimmed">
          {texts.noType}
        </Text>
      ) : (
        <>
          <Look
            channel={channel}
            platform={platform}
            type={type}
            payload={sentValues(draft.texts, payload, offered)}
            mediaUrl={draft.mediaUrl}
            fileName={draft.fileName}
            fileAt={fileAt}
          />
          <Text size="xs" c="dimmed">
            {texts.approximation(platformName(platform))}
          </Text>
        </>
      )}
    </Section>
  );
}
