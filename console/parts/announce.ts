import { notifications } from '@mantine/notifications';
import { texts } from '../texts/parts';
import { faultWords } from '../words/faults';
import type { FaultWords } from '../words/faults';

const closeButtonProps = { 'aria-label': texts.dismiss };

/** Says that something worked, for a while. It goes before refusals, which may fill their place. */
export function announce(message: string): void {
  notifications.show({ message, color: 'teal', priority: 1, closeButtonProps });
}

/**
 * Says what went wrong, where no place beside what was tried can. It stays until it is dismissed: reading takes its time
 * (WCAG 2.2.1). The same one is said once.
 */
export function announceFault(error: unknown): void {
  showFault(faultWords(error));
}

/** The same, where it is about one thing of several. */
export function announceFaultOf(name: string, error: unknown): void {
  const { title, advice } = faultWords(error);
  showFault({ title: `${name}: ${title}`, advice });
}

function showFault({ title, advice }: FaultWords): void {
  notifications.show({
    id: `${title} ${advice}`,
    title,
    message: advice,
    color: 'red',
    autoClose: false,
    closeButtonProps,
  });
}
