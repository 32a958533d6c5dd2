import { Button } from '@mantine/core';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { longDayName } from '../../words/dayNames';
import type { CalendarDay } from './calendar';
import type { Entry } from './queries';

interface Props {
  day: CalendarDay<Entry>;
  /** How many of its posts are in sight. */
  shown: number;
  onMore: (day: string) => void;
}

/** The way to all posts of a day. Nothing if they are all in sight. */
export function MoreButton({ day: { day, total, isTotalExact }, shown, onMore }: Props) {
  const { profile } = useViewer();
  if (total <= shown) return null;
  const words = texts.more(total - shown, isTotalExact);
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      mih={24}
      aria-haspopup="dialog"
      aria-label={texts.moreOn(words, longDayName(day, profile.locale))}
      onClick={() => onMore(day)}
    >
      {words}
    </Button>
  );
}
