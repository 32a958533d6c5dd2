import { offeredTime } from '../../words/clock';
import { Plus } from 'lucide-react';
import { TextLink } from '../../parts/links';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { longDayName } from '../../words/dayNames';

interface Props {
  day: string;
  nowMs: number;
}

/** Begins a post for a day without posts. */
export function NewPostLink({ day, nowMs }: Props) {
  const { profile } = useViewer();
  const at = offeredTime(day, nowMs, profile.timezone);
  if (at === null) return null;
  return (
    <TextLink
      to="/compose"
      search={{ at }}
      className="calendar-new"
      underline="never"
      aria-label={texts.newPostOn(longDayName(day, profile.locale))}
    >
      <Plus aria-hidden size={14} />
      <span className="calendar-new-words">{texts.newPost}</span>
    </TextLink>
  );
}
