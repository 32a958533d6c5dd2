/** Violations of mails, by the mailbox's record. */
import type { Snapshot } from './snapshot';

/**
 * A mail session ends with QUIT once its mail is recorded as sent. Any other session was cut in the middle: whether the
 * answer to its mail has arrived is unknown.
 */
export function wrongMails({ invitations, mails }: Snapshot): string[] {
  const known = new Set(invitations.map(({ id }) => id));
  return [
    ...mails
      .filter(({ invitationId }) => !known.has(invitationId))
      .map(({ invitationId }) => `${invitationId} is unknown`),
    ...invitations.flatMap(({ id, mailStatus, isSealed }) => {
      const ends = mails.filter(({ invitationId }) => invitationId === id).map(({ end }) => end);
      const faults = [
        mailStatus !== 'sent' && `is ${mailStatus}`,
        isSealed && 'has kept its token',
        ends.length === 0 && 'was not mailed',
        ends.slice(0, -1).some((end) => end !== 'cut') && `was mailed again after it was recorded: ${ends.join(', ')}`,
      ];
      return faults.filter((fault) => fault !== false).map((fault) => `${id} ${fault}`);
    }),
  ];
}
