import { notifications } from '@mantine/notifications';
import { faultWords } from '../words/faults';

/** Says that something worked. */
export function announce(message: string): void {
  notifications.show({ message, color: 'teal', withCloseButton: true, closeButtonProps: { 'aria-label': 'Dismiss' } });
}

/** Says what went wrong, where no place beside what was tried can. */
export function announceFault(error: unknown): void {
  const { title, advice } = faultWords(error);
  notifications.show({ title, message: advice, color: 'red', closeButtonProps: { 'aria-label': 'Dismiss' } });
}
