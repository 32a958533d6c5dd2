import { useViewer } from '../../viewer/viewer';
import { EntryLink } from './EntryLink';
import type { Step } from './EntryLink';
import type { GridProps } from './grid';
import type { Entry } from './queries';

interface Props extends Pick<GridProps, 'movedId' | 'onStep'> {
  entries: readonly Entry[];
  /** The move of each arrow key, by the name of the key. */
  steps: Readonly<Record<string, Step>>;
}

/** The posts of one place in the calendar. */
export function Entries({ entries, steps, movedId, onStep }: Props) {
  const { profile } = useViewer();
  return (
    <ul className="calendar-entries">
      {entries.map((entry) => (
        <EntryLink
          key={entry.id}
          entry={entry}
          profile={profile}
          steps={steps}
          isMoved={entry.id === movedId}
          onStep={onStep}
        />
      ))}
    </ul>
  );
}
