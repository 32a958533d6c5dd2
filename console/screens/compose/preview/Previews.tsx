import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ConsoleConnectionList } from '../../../../api/connections/schema';
import { Section } from '../../../parts/Section';
import { texts as catalogue } from '../../../texts/screens/compose';
import { usePlatformName } from '../../../viewer/viewer';
import type { Draft } from '../draft';
import { FacebookPreview } from './FacebookPreview';
import { PlainPreview } from './PlainPreview';
import type { PreviewProps } from './shown';
import { YouTubePreview } from './YouTubePreview';

const texts = catalogue.preview;

type Channel = Pick<ConsoleConnectionList['items'][number], 'name' | 'platform'>;

/** The platforms whose look is known here. */
const looks: Readonly<Record<string, (props: PreviewProps) => ReactNode>> = {
  youtube: YouTubePreview,
  facebook: FacebookPreview,
};

interface Props extends Pick<PreviewProps, 'mediaUrl' | 'fileName' | 'fileAt'> {
  /** The part of each platform, by its slug. */
  parts: Draft['parts'];
  /** The chosen ones. */
  channels: readonly Channel[];
}

/** About how the post will look, platform by platform. */
export function Previews({ parts, channels, ...media }: Props) {
  const platformName = usePlatformName();
  const [wanted, setWanted] = useState('');
  const platforms = [...new Set(channels.map(({ platform }) => platform))];
  const shown = platforms.find((platform) => platform === wanted) ?? platforms[0];
  if (shown === undefined) return null;
  const { type, payload } = parts[shown] ?? { type: null, payload: {} };
  const channel = channels.find(({ platform }) => platform === shown)?.name ?? '';
  const Look = looks[shown] ?? PlainPreview;
  return (
    <Section id="preview" title={texts.title}>
      {platforms.length > 1 && (
        <SegmentedControl
          aria-label={texts.platform}
          value={shown}
          data={platforms.map((platform) => ({ value: platform, label: platformName(platform) }))}
          onChange={setWanted}
        />
      )}
      {type === null ? (
        <Text size="sm" c="dimmed">
          {texts.noType}
        </Text>
      ) : (
        <>
          <Look channel={channel} type={type} payload={payload} {...media} />
          <Text size="xs" c="dimmed">
            {texts.approximation(platformName(shown))}
          </Text>
        </>
      )}
    </Section>
  );
}
