import type { InspectedAssignment } from '../../../../api/assignments/consoleSchema';

/** Of a button: the primary one has none of its own. */
export function lookOf(isPrimary: boolean) {
  return isPrimary ? {} : ({ variant: 'default' } as const);
}

/** The props of a button for one act on a post. */
export interface ActProps {
  assignment: InspectedAssignment;
  onDone: () => void;
  look: ReturnType<typeof lookOf>;
}
