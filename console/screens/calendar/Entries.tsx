import { useViewer } from '../../viewer/viewer';
import { EntryLink } from './EntryLink';
import type { Step } from './EntryLink';
import type { GridProps } from './grid';
import type { Entry } from './queries';

interface Props extends Partial<Pick<GridProps, 'movedId' | 'onStep'>> {
  entries: readonly Entry[];
  /** The move of each arrow key, by the name of the key. Left out: nothing is moved from here. */
  steps?: Readonly<Record<string, Step>>;
  /** There is room for a larger picture and the name of the channel. */
  isRoomy?: boolean;
}

/** The posts of one place in the calendar. */
export function Entries({ entries, steps, movedId, onStep, isRoomy = false }: Props) {
  const { profile } = useViewer();
  return (
    <ul className="calendar-entries" data-roomy={isRoomy || undefined}>
      {entries.map((entry) => (
        <EntryLink
          key={entry.id}
          entry={entry}
          profile={profile}
          steps={steps}
          isMoved={entry.id === movedId}
          isRoomy={isRoomy}
          onStep={onStep}
        />
      ))}
    </ul>
  );
}
