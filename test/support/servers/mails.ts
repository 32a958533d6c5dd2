import type { Mailer } from '../../../lib/mail/mailer';
import { createMailer } from '../../../lib/mail/mailer';
import { parseMailServer } from '../../../lib/mail/mailServer';

/** To the mailbox of a sandbox. */
export function mailerTo(mailUrl: string): Mailer {
  return createMailer({ server: parseMailServer(mailUrl), from: { name: '', address: 'no-reply@example.com' } });
}
