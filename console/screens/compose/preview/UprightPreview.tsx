import { Group, Stack, Text } from '@mantine/core';
import { ChevronUp, Heart, MessageCircle, Send, Share2, ThumbsUp } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { ChannelPicture } from '../../../parts/picture/ChannelPicture';
import { texts as catalogue } from '../../../texts/screens/compose';
import { cuts } from './cuts';
import type { Cut } from './cuts';
import { HiddenText, ShownText } from './CutText';
import { textIn } from './shown';
import type { PreviewProps } from './shown';
import { Stage } from './Stage';

const texts = catalogue.preview;

interface Look {
  /** The words over the picture; null: there are none. */
  words: { field: string; cut: Cut; more: string; empty: string } | null;
  icons: readonly LucideIcon[];
  /** The channel stands above, as in a story. */
  isNamedAbove: boolean;
}

const short: Look = {
  words: { field: 'title', cut: cuts.shortTitle, more: texts.listMore, empty: texts.youtubeTitle },
  icons: [ThumbsUp, MessageCircle, Share2],
  isNamedAbove: false,
};
const reel: Look = {
  words: { field: 'description', cut: cuts.reelCaption, more: texts.facebookMore, empty: '' },
  icons: [ThumbsUp, MessageCircle, Send],
  isNamedAbove: false,
};
const story: Look = { words: null, icons: [Heart, ChevronUp], isNamedAbove: true };

export const Short = (props: PreviewProps) => <Upright {...props} look={short} />;
export const Reel = (props: PreviewProps) => <Upright {...props} look={reel} />;
export const Story = (props: PreviewProps) => <Upright {...props} look={story} />;

/** A post that fills a phone: its picture, with all words over it. */
function Upright({ look: { words, icons, isNamedAbove }, ...props }: PreviewProps & { look: Look }) {
  const { channel, platform, payload } = props;
  const text = words ? textIn(payload, words.field) || words.empty : '';
  return (
    <div className="preview-upright">
      <div className="preview-phone" data-named={isNamedAbove ? 'above' : 'below'}>
        <Stage {...props} shape="tall" />
        <div className="preview-over">
          <Group gap={6} wrap="nowrap">
            <ChannelPicture channel={channel} platform={platform} size={24} />
            <Text size="xs" fw={600} lineClamp={1} className="breakable">
              {channel.name}
            </Text>
          </Group>
          {words && <ShownText text={text} cut={words.cut} more={words.more} size="xs" lh={1.3} />}
        </div>
        <div className="preview-icons" aria-hidden>
          {icons.map((Icon, place) => (
            <Icon key={place} size={18} />
          ))}
        </div>
      </div>
      {words && (
        <Stack gap="xs" className="breakable">
          <HiddenText text={text} cut={words.cut} more={words.more} />
        </Stack>
      )}
    </div>
  );
}
