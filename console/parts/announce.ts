import type { NotificationData } from '@mantine/notifications';
import { currentSession } from '../session/session';
import type { SessionState } from '../session/session';
import { loadNotices } from './notices/loadNotices';
import { texts } from '../texts/parts';
import { faultWords } from '../words/faults';
import type { FaultWords } from '../words/faults';

const closeButtonProps = { 'aria-label': texts.dismiss };

/** Shows a success for a while. It goes before refusals, which may fill their place. */
export function announce(message: string): void {
  void show({ message, color: 'teal', priority: 1, closeButtonProps });
}

/**
 * Shows a fault that has no place beside the failed act. The fault stays until it is dismissed: reading takes its time
 * (WCAG 2.2.1). The same fault is shown once.
 */
export function announceFault(error: unknown): void {
  showFault(faultWords(error));
}

/** Shows a fault of one thing of several, with the name of the thing. */
export function announceFaultOf(name: string, error: unknown): void {
  const { title, advice } = faultWords(error);
  showFault({ title: `${name}: ${title}`, advice });
}

function showFault({ title, advice }: FaultWords): void {
  void show({
    id: `${title} ${advice}`,
    title,
    message: advice,
    color: 'red',
    autoClose: false,
    closeButtonProps,
  });
}

/** Shows a notice once the code of notices is there. By then another person may have logged in, whom it does not concern. */
async function show(notice: NotificationData): Promise<void> {
  const person = personOf(currentSession());
  const { notifications } = await loadNotices();
  if (personOf(currentSession()) === person) notifications.show(notice);
}

function personOf(session: SessionState): string | null {
  return session.status === 'none' ? null : session.email;
}
