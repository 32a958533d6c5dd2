import { notifications } from '@mantine/notifications';
import { faultWords } from '../words/faults';
import type { FaultWords } from '../words/faults';

/** Says that something worked. */
export function announce(message: string): void {
  notifications.show({ message, color: 'teal', withCloseButton: true, closeButtonProps: { 'aria-label': 'Dismiss' } });
}

/** Says what went wrong, where no place beside what was tried can. */
export function announceFault(error: unknown): void {
  showFault(faultWords(error));
}

/** The same, where it is about one thing of several. */
export function announceFaultOf(name: string, error: unknown): void {
  const { title, advice } = faultWords(error);
  showFault({ title: `${name}: ${title}`, advice });
}

function showFault({ title, advice }: FaultWords): void {
  notifications.show({ title, message: advice, color: 'red', closeButtonProps: { 'aria-label': 'Dismiss' } });
}
