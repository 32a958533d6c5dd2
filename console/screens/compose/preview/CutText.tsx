import { Box, Text } from '@mantine/core';
import type { TextProps } from '@mantine/core';
import { texts as catalogue } from '../../../texts/screens/compose';
import { cutAt } from './cuts';
import type { Cut } from './cuts';

const texts = catalogue.preview;

interface Props extends TextProps {
  text: string;
  cut: Cut;
  /** The words behind which the platform hides the rest. */
  more: string;
}

/** A text as far as the platform shows it, and the rest below, marked. */
export function CutText({ text, cut, more, ...look }: Props) {
  return (
    <>
      <ShownText text={text} cut={cut} more={more} {...look} />
      <HiddenText text={text} cut={cut} more={more} />
    </>
  );
}

/** The part of a text before its cut. */
export function ShownText({ text, cut, more, ...look }: Props) {
  const { shown, hidden } = cutAt(text, cut);
  if (shown === '') return null;
  return (
    <Text className="breakable preview-text" {...look}>
      {shown}
      {hidden !== '' && (
        <Text span inherit fw={600}>
          {' '}
          {more}
        </Text>
      )}
    </Text>
  );
}

/** The part of a text behind its cut; nothing where all is shown. */
export function HiddenText({ text, cut, more }: Pick<Props, 'text' | 'cut' | 'more'>) {
  const { hidden } = cutAt(text, cut);
  if (hidden === '') return null;
  return (
    <Box className="preview-hidden">
      <Text size="xs" fw={600}>
        {texts.behind(more)}
      </Text>
      <Text size="xs" c="dimmed" lineClamp={3} className="breakable preview-text">
        {hidden}
      </Text>
    </Box>
  );
}
