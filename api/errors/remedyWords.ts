import type { Remedy } from '../../domain/failures/failures';

/** The step of an assistant once the cause of a failure is gone. */
export const remedyWords: Readonly<Record<Remedy, string>> = {
  retry: 'Once that is done, retry_assignment takes it up again.',
  'new assignment':
    'A retry fails again: the content of a failed assignment stays. Make another one with create_assignment, ' +
    'once the user agrees.',
};
